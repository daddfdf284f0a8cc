package dev.rebound.lab.jvm;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A JDK that is installed on this machine, as its {@code release} file tells.
 *
 * @param home with {@code bin/java} in it; links are followed
 * @param version {@code 25.0.3}
 * @param vendor who built it; may be empty
 */
public record Jdk(Path home, String version, String vendor) {
  /** Oldest that Rebound's own code in engines' processes runs on. */
  private static final int OLDEST = 17;

  /** Where systems and tools put them, as folders of homes. */
  private static final List<String> FOLDERS =
      List.of(
          "/usr/lib/jvm",
          "/usr/java",
          "/opt",
          "/opt/java",
          "/Library/Java/JavaVirtualMachines",
          "/opt/homebrew/opt",
          "~/.sdkman/candidates/java",
          "~/.jdks",
          "~/.jenv/versions",
          "~/.asdf/installs/java",
          "~/.local/share/mise/installs/java",
          "~/Library/Java/JavaVirtualMachines");

  /** Homes lie this deep in such a folder on macOS. */
  private static final List<String> WITHIN =
      List.of("", "Contents/Home", "libexec/openjdk.jdk/Contents/Home");

  /** The one that the lab runs on. */
  public static Jdk ofLab() {
    Path home = Path.of(System.getProperty("java.home"));
    return at(home)
        .orElseGet(
            () ->
                new Jdk(
                    home,
                    System.getProperty("java.version"),
                    System.getProperty("java.vendor", "")));
  }

  /** Those of this machine, the lab's own first, then newest first; each home once. */
  public static List<Jdk> installed() {
    List<Path> folders = new ArrayList<>();
    for (String folder : FOLDERS) {
      folders.add(Path.of(folder.replaceFirst("^~", System.getProperty("user.home", "~"))));
    }
    return installed(System.getenv(), folders);
  }

  /**
   * The same.
   *
   * @param environment JAVA_HOME and, as CI services set them, JAVA_HOME_21_X64
   * @param folders of homes
   */
  static List<Jdk> installed(Map<String, String> environment, List<Path> folders) {
    List<Path> homes = new ArrayList<>();
    environment.forEach(
        (name, value) -> {
          if (name.startsWith("JAVA_HOME") && !value.isBlank()) {
            homes.add(Path.of(value));
          }
        });
    for (Path folder : folders) {
      homes.addAll(below(folder));
    }
    Map<Path, Jdk> found = new LinkedHashMap<>();
    for (Path home : homes) {
      at(home).ifPresent(jdk -> found.putIfAbsent(jdk.home(), jdk));
    }
    List<Jdk> all = new ArrayList<>(found.values());
    all.sort(
        Comparator.comparing((Jdk jdk) -> Runtime.Version.parse(jdk.number()))
            .reversed()
            .thenComparing(Jdk::home));
    Jdk own = ofLab();
    all.remove(own);
    all.add(0, own);
    return List.copyOf(all);
  }

  private static List<Path> below(Path folder) {
    List<Path> homes = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
        entries.forEach(entry -> WITHIN.forEach(within -> homes.add(entry.resolve(within))));
      } catch (IOException e) {
        // A folder that may not be read holds none that could be run.
      }
    }
    return homes;
  }

  /** The one whose home this is; empty if none is. A runtime without a compiler will do. */
  public static Optional<Jdk> at(Path home) {
    Path java = home.resolve("bin").resolve("java");
    if (!Files.isExecutable(java) && !Files.isExecutable(home.resolve("bin").resolve("java.exe"))) {
      return Optional.empty();
    }
    Properties told = new Properties();
    try (var reader = Files.newBufferedReader(home.resolve("release"))) {
      told.load(reader);
      String version = unquoted(told.getProperty("JAVA_VERSION"));
      Jdk jdk = new Jdk(home.toRealPath(), version, unquoted(told.getProperty("IMPLEMENTOR")));
      return jdk.number().isEmpty() ? Optional.empty() : Optional.of(jdk);
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String unquoted(@Nullable String value) {
    return value == null ? "" : value.replace("\"", "").strip();
  }

  /** The version as Java's own class reads it; 1.8.0_392 and the like are 8. Empty for none. */
  private String number() {
    String number = version.replaceFirst("^1\\.(\\d+).*", "$1").replaceFirst("[^0-9.].*", "");
    return number.matches("[1-9]\\d*(\\.\\d+)*") ? number.replaceFirst("(\\.0)+$", "") : "";
  }

  /** The major version. */
  public int feature() {
    return Runtime.Version.parse(number()).feature();
  }

  /** Version and vendor. */
  public String name() {
    return version + (vendor.isEmpty() ? "" : " (" + vendor + ")");
  }

  /** In a line: version, vendor and home. */
  public String words() {
    return name() + ", " + home;
  }

  /**
   * The one that an experiment's {@code engine.java} asks for: of those of that major version the
   * lab's own, else the newest.
   *
   * @param asked major version or path; not empty
   * @param refusal makes the exception of a problem and its remedy
   */
  public static Jdk named(String asked, List<Jdk> installed, Refusal refusal) {
    if (!asked.matches("\\d{1,3}")) {
      return at(Path.of(asked))
          .filter(jdk -> jdk.feature() >= OLDEST)
          .orElseThrow(
              () ->
                  refusal.of(
                      "engine.java: there is no JDK of version 17 or newer at " + asked,
                      "Write the folder that holds bin/java and release, or a major version: "
                          + versions(installed)
                          + "."));
    }
    int feature = Integer.parseInt(asked);
    if (feature < OLDEST) {
      throw refusal.of(
          "engine.java: " + asked + " is older than what Rebound's jobs run on",
          "Write 17 or newer.");
    }
    return installed.stream()
        .filter(jdk -> jdk.feature() == feature)
        .findFirst()
        .orElseThrow(
            () ->
                refusal.of(
                    "engine.java: no JDK "
                        + asked
                        + " is installed; there is "
                        + versions(installed),
                    ("Install it (`sdk install java %s-tem`, or your system's package of JDK %s;"
                            + " https://adoptium.net has archives), or write the folder of one.")
                        .formatted(asked, asked)));
  }

  /** Makes the exception of what is wrong. */
  @FunctionalInterface
  public interface Refusal {
    ReboundException of(String problem, String remedy);
  }

  private static String versions(List<Jdk> installed) {
    return installed.stream()
        .map(jdk -> Integer.toString(jdk.feature()))
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }
}
