package dev.rebound.oracle.sample;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.workload.OptionProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Small files, made as those are that people have, each with what is due of it: what is proposed,
 * and the first record of the second round as it is sent; or why it is refused. The table is
 * corpus.tsv, one row a file; {@code -Drebound.golden=write} writes it anew, to be read.
 */
class CorpusTest {
  private static final Path RESOURCES =
      Path.of("src/test/resources/dev/rebound/oracle/sample").toAbsolutePath();

  private static final long NOW = 1_750_000_000_123_456L;

  @Test
  void eachFileGivesWhatIsDue() throws IOException {
    List<String> rows = new ArrayList<>();
    try (Stream<Path> files = Files.list(RESOURCES.resolve("corpus"))) {
      for (Path file : files.sorted().toList()) {
        rows.add(file.getFileName() + "\t" + onOneLine(row(file)));
      }
    }
    assertThat(rows).hasSizeGreaterThanOrEqualTo(40);
    Path due = RESOURCES.resolve("corpus.tsv");
    if ("write".equals(System.getProperty("rebound.golden"))) {
      Files.write(due, rows);
    }
    assertThat(rows).isEqualTo(Files.readAllLines(due));
  }

  private static String onOneLine(String text) {
    return text.replace(RESOURCES + "/corpus/", "")
        .replace("\\", "\\\\")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }

  private static String row(Path file) {
    SampleProposal guess;
    try {
      guess = SampleProposal.of(file);
    } catch (OptionProblem e) {
      return "refused\t%s: %s %s".formatted(e.option(), e.problem(), e.remedy());
    }
    List<FieldPath> ids = guess.ids().stream().map(FieldPath::of).toList();
    String format = guess.timeFormat();
    Sample sample =
        Sample.read(
            new Sample.Said(
                file,
                guess.layout(),
                path(guess.value()),
                path(guess.key()),
                ids,
                path(guess.time()),
                null,
                format == null ? null : TimeForm.of(format)));
    requireIdsFound(sample, ids);
    return proposal(guess) + "\t" + sent(sample, sample.rows());
  }

  /** Whatever becomes of its case, and as a number where it was one. */
  private static void requireIdsFound(Sample sample, List<FieldPath> ids) {
    for (long number = 0; number < 3L * sample.rows() && !ids.isEmpty(); number++) {
      List<String> before = new ArrayList<>();
      List<String> texts = new ArrayList<>();
      byte[] value = sample.value(number, new UniqueId(99, number, NOW));
      for (FieldPath id : ids) {
        before.add(sample.field(number, id).text());
        texts.add(sample.fields().findInOutput(value, id).text());
      }
      if (before.get(0).matches("\\d+")) {
        assertThat(Long.parseLong(texts.get(0))).isPositive();
      }
      for (List<String> made :
          List.of(
              texts,
              texts.stream().map(text -> text.toUpperCase(Locale.ROOT)).toList(),
              texts.stream().map(text -> text.toLowerCase(Locale.ROOT)).toList())) {
        UniqueId read = sample.ofId(made);
        assertThat(read).as("%s, made of %s", made, before).isNotNull();
        assertThat(read.sequence()).isEqualTo(number);
        assertThat(read.generator()).isEqualTo(99);
      }
    }
  }

  private static @Nullable FieldPath path(@Nullable String text) {
    return text == null ? null : FieldPath.of(text);
  }

  private static String sent(Sample sample, long number) {
    return new String(sample.value(number, new UniqueId(1, number, NOW)), UTF_8);
  }

  private static String proposal(SampleProposal guess) {
    SampleLayout layout = guess.layout();
    List<String> said = new ArrayList<>();
    said.add(guess.records() + " records");
    add(said, "format", layout.format(), "auto");
    add(said, "charset", layout.charset(), "utf-8");
    add(said, "separator", layout.separator(), "auto");
    add(said, "columns", String.join(" ", layout.columns()), "");
    add(said, "starts", layout.starts(), "");
    add(said, "skip", layout.skipsBroken() ? "broken" : "", "");
    add(said, "value", guess.value(), null);
    add(said, "key", guess.key(), null);
    add(said, "id", String.join(" ", guess.ids()), "");
    add(said, "time", guess.time(), null);
    add(said, "time-format", guess.timeFormat(), null);
    guess.told().forEach(told -> said.add("(" + told + ")"));
    return String.join(" ", said);
  }

  private static void add(
      List<String> said, String key, @Nullable String text, @Nullable String plain) {
    if (text != null && !text.equals(plain)) {
      said.add(key + ":" + text);
    }
  }
}
