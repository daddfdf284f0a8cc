package dev.rebound.cli;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The completion script of a command for fish, from the model that picocli has of it. Pure.
 *
 * <p>Commands are offered until one is there, and then that one's options; file names only where a
 * parameter or an option takes a file.
 */
final class FishCompletion {
  private FishCompletion() {}

  static String of(CommandSpec root) {
    List<String> lines = new ArrayList<>();
    lines.add("# Completion of " + root.name() + " for fish.");
    lines.add("complete -c " + root.name() + " -e");
    add(root, List.of(), lines);
    return String.join("\n", lines) + "\n";
  }

  /**
   * @param above names of the commands that lead to this one, the root's left out
   */
  private static void add(CommandSpec command, List<String> above, List<String> lines) {
    Map<String, CommandSpec> below = new TreeMap<>();
    command.subcommands().forEach((name, line) -> below.put(name, line.getCommandSpec()));
    below.values().removeIf(spec -> spec.usageMessage().hidden());
    String complete = "complete -c " + command.root().name() + " -n ";
    String commands = variable(command.root().name(), above);
    if (!below.isEmpty()) {
      lines.add("set -l " + commands + " " + String.join(" ", below.keySet()));
    }
    String start = complete + condition(above, below.isEmpty() ? "" : "$" + commands);
    if (command.positionalParameters().stream().noneMatch(FishCompletion::takesFile)) {
      lines.add(start + " -f");
    }
    below.forEach(
        (name, spec) ->
            lines.add(start + " -a " + quoted(name) + " -d " + quoted(description(spec))));
    for (PositionalParamSpec parameter : command.positionalParameters()) {
      if (parameter.completionCandidates() != null) {
        parameter
            .completionCandidates()
            .forEach(candidate -> lines.add(start + " -a " + quoted(candidate)));
      }
    }
    String anywhere = complete + condition(above, "");
    command.options().stream()
        .filter(option -> !option.hidden())
        .sorted(Comparator.comparing(OptionSpec::longestName))
        .forEach(option -> lines.add(anywhere + option(option)));
    below.forEach(
        (name, spec) -> {
          List<String> path = new ArrayList<>(above);
          path.add(name);
          add(spec, path, lines);
        });
  }

  /** Where the names of the commands below one are kept. */
  private static String variable(String root, List<String> above) {
    List<String> words = new ArrayList<>(List.of(root));
    words.addAll(above);
    words.add("commands");
    return String.join("_", words).replace('-', '_');
  }

  /** When a command is the one being typed: those above it are there, and none below it. */
  private static String condition(List<String> above, String below) {
    List<String> parts = new ArrayList<>();
    above.forEach(name -> parts.add("__fish_seen_subcommand_from " + name));
    if (!below.isEmpty()) {
      parts.add("not __fish_seen_subcommand_from " + below);
    }
    return parts.isEmpty() ? "true" : '"' + String.join("; and ", parts) + '"';
  }

  private static String option(OptionSpec option) {
    StringBuilder words = new StringBuilder();
    for (String name : option.names()) {
      words.append(
          name.startsWith("--")
              ? " -l " + name.substring(2)
              : name.length() == 2 ? " -s " + name.substring(1) : " -o " + name.substring(1));
    }
    if (option.arity().max() > 0) {
      // -r: takes a value; -F: which is a file; -x: which is none.
      words.append(takesFile(option) ? " -r -F" : " -x");
    }
    return words + " -d " + quoted(first(option.description()));
  }

  private static boolean takesFile(CommandLine.Model.ArgSpec argument) {
    Class<?> type = argument.typeInfo().getType();
    boolean many = argument.typeInfo().isMultiValue();
    Class<?> each =
        many && !argument.typeInfo().getAuxiliaryTypes()[0].equals(Object.class)
            ? argument.typeInfo().getAuxiliaryTypes()[0]
            : type;
    return Path.class.isAssignableFrom(each) || File.class.isAssignableFrom(each);
  }

  private static String description(CommandSpec command) {
    String[] header = command.usageMessage().header();
    return first(header.length > 0 ? header : command.usageMessage().description());
  }

  /** Only the first sentence: what follows is in the help. */
  private static String first(String[] description) {
    String text = description.length == 0 ? "" : description[0].replace("%%", "%");
    int end = text.indexOf(". ");
    return end < 0 ? text : text.substring(0, end + 1);
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
