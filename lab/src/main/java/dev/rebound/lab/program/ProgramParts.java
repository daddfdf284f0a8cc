package dev.rebound.lab.program;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A program as an experiment names it: a command, what is laid beside it, and what a person says
 * belongs to it. Names of files are absolute.
 */
public final class ProgramParts {
  private final List<String> command;
  private final List<List<String>> setups = new ArrayList<>();
  private final List<String> files = new ArrayList<>();
  private final Map<String, String> environment = new TreeMap<>();
  private List<String> declared = List.of();

  private ProgramParts(List<String> command) {
    this.command = command;
  }

  /** A program that these words start. */
  public static ProgramParts of(List<String> command) {
    return new ProgramParts(command);
  }

  /** Files that its processes find beside them, or that hold their variables. */
  public ProgramParts files(List<String> names) {
    files.addAll(names);
    return this;
  }

  /** Variables that it is given. */
  public ProgramParts environment(Map<String, String> given) {
    environment.putAll(given);
    return this;
  }

  /** A command that prepares it: its files count, and what it fetches shows in what it makes. */
  public ProgramParts preparedBy(List<String> words) {
    setups.add(words);
    return this;
  }

  /**
   * What a person says belongs to it beside the files that are named: files, folders, or patterns
   * of files. Then there is no more to it.
   */
  public ProgramParts declared(List<String> names) {
    declared = List.copyOf(names);
    return this;
  }

  /** Whether a name of {@link #declared} stands for any file. */
  public static boolean isThere(String name) {
    return ProgramFiles.isThere(name);
  }

  /** The hash as its files are now. */
  public ProgramHash hash() {
    ProgramFiles all = new ProgramFiles();
    CommandFiles of = new CommandFiles(all, environment, declared.isEmpty());
    of.take(command);
    files.stream().map(Path::of).filter(Files::isRegularFile).forEach(all::file);
    setups.forEach(of::named);
    all.declared(declared);
    return all.hash();
  }
}
