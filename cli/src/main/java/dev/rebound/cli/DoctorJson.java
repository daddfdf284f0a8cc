package dev.rebound.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.Rebound;
import dev.rebound.lab.artifact.Build;
import dev.rebound.lab.jvm.Jdk;
import dev.rebound.lab.platform.Machine;
import dev.rebound.lab.probe.Doctor;
import dev.rebound.lab.probe.Doctor.MachineFact;
import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code doctor} found, for a bug report: nobody's name is in it. */
final class DoctorJson {
  private DoctorJson() {}

  /**
   * One JSON document.
   *
   * @param next what to do, a line each
   */
  static String text(List<MachineFact> facts, List<String> next) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("rebound", Rebound.version());
    all.put("build", Build.of(Home.path()));
    all.put("home", Home.path().toString());
    all.put("machine", Machine.facts());
    Map<String, Object> jdk = new LinkedHashMap<>();
    jdk.put("version", Runtime.version().toString());
    jdk.put("vendor", System.getProperty("java.vendor", ""));
    jdk.put("home", System.getProperty("java.home", ""));
    all.put("jdk", jdk);
    all.put(
        "jdks",
        Jdk.installed().stream()
            .map(
                one ->
                    Map.of(
                        "feature",
                        one.feature(),
                        "version",
                        one.version(),
                        "vendor",
                        one.vendor(),
                        "home",
                        one.home().toString()))
            .toList());
    Map<String, Object> limits = new LinkedHashMap<>();
    limits.put("heapBytes", Runtime.getRuntime().maxMemory());
    Doctor.openFilesMax().ifPresent(most -> limits.put("openFiles", most));
    all.put("limits", limits);
    all.put("findings", facts);
    all.put("next", next);
    ObjectMapper json = new ObjectMapper();
    try {
      return json.writerWithDefaultPrettyPrinter()
          .writeValueAsString(
              nameless(
                  json.convertValue(all, Map.class),
                  System.getProperty("user.home", ""),
                  System.getProperty("user.name", "")));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts and numbers can be written", e);
    }
  }

  /** The same with paths that begin at {@code ~}, and no folder named as the user is. */
  static Object nameless(Object value, String home, String user) {
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> same = new LinkedHashMap<>();
      map.forEach((key, one) -> same.put(key, nameless(one, home, user)));
      return same;
    }
    if (value instanceof List<?> list) {
      List<Object> same = new ArrayList<>();
      list.forEach(one -> same.add(nameless(one, home, user)));
      return same;
    }
    return value instanceof String text ? nameless(text, home, user) : value;
  }

  private static String nameless(String text, String home, String user) {
    String separator = "[/" + Pattern.quote(File.separator) + "]";
    String end = "(?=" + separator + "|[\\s:,]|$)";
    String shown = text;
    if (home.length() > 1) {
      shown = shown.replaceAll("(?<![\\w.-])" + Pattern.quote(home) + end, "~");
    }
    return user.isEmpty()
        ? shown
        : shown.replaceAll(
            "(?<=" + separator + ")" + Pattern.quote(user) + end, Matcher.quoteReplacement("…"));
  }
}
