package dev.rebound.engine.flink;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.engine.adapter.LogMatches;
import dev.rebound.lab.engine.EngineComplaint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The files that Flink's processes leave: their logs, and checkpoints. */
final class Logs {
  private static final int TIMESTAMP_CHARACTERS = 24;

  /** The job's words on each such record, before those that say which it is. */
  private static final String DROPPED_LATE = "LateVisits - dropped as late: ";

  private final Map<String, String> complaints;

  /**
   * @param complaints texts to look for, with their meaning
   */
  Logs(Map<String, String> complaints) {
    this.complaints = complaints;
  }

  /** Each kind of complaint in a node's log: what it means, how often, and when first. */
  List<EngineComplaint> complaints(String node, Path log) {
    LogMatches heard = new LogMatches(complaints, TIMESTAMP_CHARACTERS, new LinkedHashMap<>());
    try (BufferedReader lines = reader(log)) {
      lines.lines().forEach(line -> heard.line(node, line));
    } catch (IOException | UncheckedIOException e) {
      return List.of(new EngineComplaint(node, "a log cannot be read: " + cause(e), 0, ""));
    }
    return heard.all();
  }

  private static Throwable cause(Exception e) {
    return e instanceof UncheckedIOException unchecked
        ? Objects.requireNonNullElse(unchecked.getCause(), e)
        : e;
  }

  /** The records that the job says in a log that Flink dropped as late. */
  static Set<String> droppedLate(Path log) {
    Set<String> dropped = new HashSet<>();
    try (BufferedReader lines = reader(log)) {
      lines
          .lines()
          .filter(line -> line.contains(DROPPED_LATE))
          .map(line -> line.substring(line.indexOf(DROPPED_LATE) + DROPPED_LATE.length()))
          .forEach(dropped::add);
    } catch (IOException | UncheckedIOException e) {
      return dropped; // that it cannot be read is complained of
    }
    return dropped;
  }

  /** A log can hold anything, so bytes that are no UTF-8 are passed over. */
  private static BufferedReader reader(Path log) throws IOException {
    return new BufferedReader(
        new java.io.InputStreamReader(Files.newInputStream(log), StandardCharsets.UTF_8));
  }

  /**
   * The lines of a log that tell why a process failed: errors and causes, the first of them, or its
   * last lines if there are none. (A dying TaskManager ends its log with a long thread dump.)
   */
  static List<String> evidence(Path log, int count) {
    List<String> errors = new ArrayList<>();
    Deque<String> last = new ArrayDeque<>();
    try (BufferedReader lines = reader(log)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (errors.size() < count && (line.contains(" ERROR ") || line.startsWith("Caused by:"))) {
          errors.add(line);
        }
        last.addLast(line);
        if (last.size() > count) {
          last.removeFirst();
        }
      }
    } catch (IOException e) {
      return List.of("(cannot be read: " + e + ")");
    }
    return errors.isEmpty() ? List.copyOf(last) : List.copyOf(errors);
  }

  /**
   * URI of the newest completed checkpoint: a folder {@code chk-N} that holds {@code _metadata},
   * which is written last. The JobManager's own word may be one checkpoint old, and starting from
   * that one would repeat what the newest committed; so the folder itself is looked at, where it
   * can be.
   *
   * @param known a completed checkpoint as the REST interface gave it, or null
   * @param listings names what lies in a folder, by scheme; of another scheme, the REST interface's
   *     word has to do
   * @return null if there is none, and the job must start from the beginning
   */
  static @Nullable String newestCheckpoint(
      @Nullable JsonNode known, Map<String, FolderListing> listings) throws IOException {
    String told = known == null ? "" : known.path("external_path").asText("");
    String path = told.endsWith("/") ? told.substring(0, told.length() - 1) : told;
    int slash = path.lastIndexOf('/');
    FolderListing listing = listings.get(path.substring(0, Math.max(0, path.indexOf(':'))));
    if (path.isEmpty() || slash < 0 || listing == null) {
      return path.isEmpty() ? null : path;
    }
    String folder = URI.create(path.substring(0, slash)).getPath();
    String newest = path.substring(slash + 1);
    for (String name : listing.of(folder)) {
      if (number(name) > number(newest) && listing.of(folder + "/" + name).contains("_metadata")) {
        newest = name;
      }
    }
    return path.substring(0, slash + 1) + newest;
  }

  private static long number(String checkpoint) {
    return checkpoint.matches("chk-\\d{1,18}") ? Long.parseLong(checkpoint.substring(4)) : -1;
  }
}
