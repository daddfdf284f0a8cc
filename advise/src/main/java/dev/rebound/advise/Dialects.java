package dev.rebound.advise;

import java.util.List;

/**
 * Every dialect. A new one is a reader with its data in {@code dialects/}, a line here, and a row
 * in docs/advise.md.
 */
final class Dialects {
  /** Known by what their keys begin with, so that one file may have several. */
  private static final List<DialectReader> PREFIXED =
      List.of(
          new SpringCloudStreamReader(),
          StreamsReader::ofFrameworks,
          new QuarkusReader(),
          new SpringReader());

  /** Known by some of their keys; the first that knows a file has it. */
  private static final List<DialectReader> WHOLE =
      List.of(
          new StrimziReader(),
          new ConnectReader(),
          new ComposeReader(),
          new FlinkSqlReader(),
          StreamsReader::ofFile,
          BrokersReader::ofFile,
          new LibrdkafkaReader(),
          new JavaClientReader());

  private Dialects() {}

  /** What the file declares; nothing if none of them knows it. */
  static FileSettings read(SettingsFile file) {
    FileSettings prefixed =
        PREFIXED.stream()
            .map(reader -> reader.read(file))
            .reduce(FileSettings.NONE, FileSettings::with);
    return prefixed.isEmpty()
        ? WHOLE.stream()
            .map(reader -> reader.read(file))
            .filter(found -> !found.isEmpty())
            .findFirst()
            .orElse(FileSettings.NONE)
        : prefixed;
  }
}
