package dev.rebound.advise;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Statements of Flink SQL: the tables that are topics, and the job's own settings. */
final class FlinkSqlReader implements DialectReader {
  private static final Dialect DIALECT = Dialect.shipped("flink-sql");
  private static final Pattern COMMENT =
      Pattern.compile("--[^\n]*|/\\*(?!\\+).*?\\*/", Pattern.DOTALL);
  private static final Pattern TABLE =
      Pattern.compile(
          "(?is)\\bCREATE\\s+(?:TEMPORARY\\s+)?TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?([\\w.`]+)");
  private static final Pattern WITH = Pattern.compile("(?is)\\)\\s*WITH\\s*\\(");
  private static final Pattern OPTION =
      Pattern.compile("\\s*,?\\s*'((?:[^']|'')*)'\\s*=\\s*'((?:[^']|'')*)'");
  private static final Pattern SET =
      Pattern.compile("(?im)^\\s*SET\\s+'?([\\w.-]+)'?\\s*=\\s*'?([^';\n]*)'?\\s*;");
  private static final Pattern WRITES =
      Pattern.compile("(?is)\\bINSERT\\s+(?:INTO|OVERWRITE)\\s+([\\w.`]+)");
  private static final Pattern READS = Pattern.compile("(?is)\\b(?:FROM|JOIN)\\s+([\\w.`]+)");
  private static final String PROPERTIES = "properties.";
  private static final String PREFIX = "sink.transactional-id-prefix";

  @Override
  public FileSettings read(SettingsFile file) {
    if (file.form() != Form.SQL) {
      return FileSettings.NONE;
    }
    // Comments are blanked, so that what follows keeps its lines.
    String text =
        COMMENT
            .matcher(file.text())
            .replaceAll(comment -> comment.group().replaceAll("[^\n]", " "));
    Map<String, WrittenKey> job = new LinkedHashMap<>();
    SET.matcher(text)
        .results()
        .forEach(
            set ->
                job.put(
                    set.group(1),
                    new WrittenKey(set.group(1), set.group(2), line(text, set.start(1)))));
    Set<String> written = names(WRITES, text);
    Set<String> read = names(READS, text);
    List<Application> all = new ArrayList<>();
    Matcher table = TABLE.matcher(text);
    while (table.find()) {
      int end = text.indexOf(';', table.end());
      List<WrittenKey> options = options(text, table.end(), end < 0 ? text.length() : end);
      Optional<String> connector =
          options.stream()
              .filter(option -> option.key().equals("connector"))
              .map(WrittenKey::value)
              .findFirst();
      if (connector.filter(name -> name.matches("(upsert-)?kafka")).isPresent()) {
        String name = plain(table.group(1));
        Set<Role> roles = roles(written.contains(name), read.contains(name), options);
        all.add(application(file, name, roles, options, job));
      }
    }
    return FileSettings.of(all);
  }

  private static int line(String text, int at) {
    return 1 + (int) text.chars().limit(at).filter(c -> c == '\n').count();
  }

  private static String plain(String name) {
    String bare = name.replace("`", "");
    return bare.substring(bare.lastIndexOf('.') + 1);
  }

  private static Set<String> names(Pattern where, String text) {
    Set<String> names = new TreeSet<>();
    where.matcher(text).results().forEach(found -> names.add(plain(found.group(1))));
    return names;
  }

  private static List<WrittenKey> options(String text, int from, int to) {
    List<WrittenKey> options = new ArrayList<>();
    Matcher with = WITH.matcher(text).region(from, to);
    if (with.find()) {
      Matcher option = OPTION.matcher(text).region(with.end(), to);
      while (option.lookingAt()) {
        options.add(
            new WrittenKey(
                option.group(1), option.group(2).replace("''", "'"), line(text, option.start(1))));
        option.region(option.end(), to);
      }
    }
    return options;
  }

  /** What statements do with the table; else what its options are for; else both. */
  private static Set<Role> roles(boolean written, boolean read, List<WrittenKey> options) {
    boolean sink = written || options.stream().anyMatch(key -> key.key().startsWith("sink."));
    boolean scan =
        read
            || options.stream()
                .anyMatch(key -> key.key().matches("scan\\..*|properties\\.group\\.id"));
    Set<Role> roles = EnumSet.of(Role.RUNTIME);
    if (sink || !scan) {
      roles.add(Role.PRODUCER);
    }
    if (scan || !sink) {
      roles.add(Role.CONSUMER);
    }
    return roles;
  }

  private static Application application(
      SettingsFile file,
      String name,
      Set<Role> roles,
      List<WrittenKey> options,
      Map<String, WrittenKey> job) {
    SortedKeys sorted = new SortedKeys(file.part("table " + name), DIALECT, file.form(), roles);
    for (Role role : List.of(Role.PRODUCER, Role.CONSUMER)) {
      if (roles.contains(role)) {
        sorted.put(Role.RUNTIME, Setting.now(role.word(), "yes"));
      }
    }
    job.values().forEach(key -> sorted.put(Role.RUNTIME, file.setting(key.key(), key)));
    // Else the connector says where it begins, and overrules this.
    boolean byGroup =
        options.stream()
            .noneMatch(
                option ->
                    option.key().equals("scan.startup.mode")
                        && !option.value().equals("group-offsets"));
    for (WrittenKey option : options) {
      Setting setting = file.setting(option.key(), option);
      sorted.put(Role.RUNTIME, setting);
      if (option.key().startsWith(PROPERTIES)) {
        Setting kafka = setting.keyed(option.key().substring(PROPERTIES.length()));
        boolean begins = kafka.key().equals(PositionChecks.RESET) && !byGroup;
        if (!begins && !sorted.toAll(kafka)) {
          sorted.nobodys(kafka);
        }
      }
      if (option.key().equals(PREFIX)) {
        sorted.put(Role.PRODUCER, setting.keyed(Idempotence.TRANSACTIONAL_ID));
      }
    }
    return sorted.application(
        role -> Style.prefixed(file.form(), role == Role.RUNTIME ? "" : PROPERTIES), List.of());
  }
}
