package dev.rebound.engine.postgres;

import dev.rebound.base.ReboundException;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A PostgreSQL server to start. Throws {@link ReboundException} for a setting that it cannot be
 * given.
 *
 * @param settings of the server, unchanged; they win over Rebound's own. Sorted, and named as
 *     PostgreSQL names them: small letters, and no dash
 */
public record PostgresSpec(Map<String, String> settings) {
  static final String MAX_CONNECTIONS = "max_connections";

  private static final String SHARED_BUFFERS = "shared_buffers";
  private static final int CONNECTIONS = 300;
  private static final long SHARED_BUFFERS_BYTES = 128L << 20;
  private static final long PAGE_BYTES = 8 << 10;

  /**
   * The values of settings that are not given: services with pools of their own come in numbers,
   * and shared memory for parallel queries is a file in the folder of the data, which goes with it.
   */
  private static final Map<String, String> DEFAULTS =
      Map.of(MAX_CONNECTIONS, Integer.toString(CONNECTIONS), "dynamic_shared_memory_type", "mmap");

  /** Whoever sets these loses the server, or what it says. */
  private static final Set<String> OURS =
      Set.of(
          "config_file",
          "data_directory",
          "external_pid_file",
          "hba_file",
          "ident_file",
          "listen_addresses",
          "logging_collector",
          "port",
          "ssl",
          "unix_socket_directories");

  private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_$]*([.][a-z_][a-z0-9_$]*)?");
  private static final Pattern SIZE = Pattern.compile("(\\d{1,12}) *(B|kB|MB|GB|TB|)");

  public PostgresSpec {
    Map<String, String> named = new TreeMap<>();
    settings.forEach((name, value) -> named.put(checked(name), value));
    settings = Collections.unmodifiableMap(named);
  }

  /** As it comes, but for what Rebound needs. */
  public static PostgresSpec byDefault() {
    return new PostgresSpec(Map.of());
  }

  private static String checked(String setting) {
    // As PostgreSQL takes it on its command line.
    String name = setting.toLowerCase(Locale.ROOT).replace('-', '_');
    if (!NAME.matcher(name).matches()) {
      throw ReboundException.badInput(
          "'" + setting + "' is not the name of a setting of PostgreSQL",
          "Write it as PostgreSQL's documentation does, such as shared_buffers.");
    }
    if (OURS.contains(name)) {
      throw ReboundException.badInput(
          "PostgreSQL's setting " + name + " is Rebound's own, which must find the server",
          "Remove " + setting + ".");
    }
    return name;
  }

  /** All that it is set to beside its addresses and folders. */
  Map<String, String> all() {
    Map<String, String> all = new TreeMap<>(DEFAULTS);
    all.putAll(settings);
    return all;
  }

  /**
   * The memory that its processes share; PostgreSQL's own default where the setting says nothing
   * readable.
   */
  long sharedBuffersBytes() {
    Matcher size = SIZE.matcher(settings.getOrDefault(SHARED_BUFFERS, "").trim());
    if (!size.matches()) {
      return SHARED_BUFFERS_BYTES;
    }
    long number = Long.parseLong(size.group(1));
    return switch (size.group(2)) {
      case "B" -> number;
      case "kB" -> number << 10;
      case "MB" -> number << 20;
      case "GB" -> number << 30;
      case "TB" -> number << 40;
      default -> number * PAGE_BYTES;
    };
  }
}
