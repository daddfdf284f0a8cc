package dev.rebound.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.advise.Advice;
import dev.rebound.advise.MeasuredFigures;
import dev.rebound.advise.Setting;
import dev.rebound.advise.SettingFinding;
import dev.rebound.advise.Severity;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The advice that a person reads at the terminal. */
class AdviceTextTest {
  private static final SettingFinding WRITTEN =
      new SettingFinding(
          "acks",
          Severity.LOSES_DATA,
          List.of("producer of p.properties"),
          new Setting("acks", "acks", "1", "1", "p.properties", 4, ""),
          "The leader acknowledges a record before its followers have it.",
          "It is gone.",
          "acks=all",
          "");
  private static final SettingFinding OF_TOPICS =
      new SettingFinding(
          "timestamp-type",
          Severity.NOTE,
          List.of("topic a", "topic b", "topic c", "topic d", "topic e"),
          new Setting("k", "k", "CreateTime", "CreateTime", "", 0, "set on the topic"),
          "Why.",
          "Risk.",
          "kafka-configs.sh --entity-name a",
          "Then look.");

  @Test
  void aFindingSaysWhereWhyAndWhatToWrite() {
    assertThat(text(List.of(WRITTEN, OF_TOPICS), Set.of()))
        .isEqualTo(
            """
            p.properties: a producer

            ✗ acks = 1  loses data
                where     p.properties:4
                why       The leader acknowledges a record before its followers have it.
                risk      It is gone.
                measured  followers paused 4 to 5 s before their leader was killed, at 100 requests/s: 10,666 of
                          107,672 accepted requests were lost in 24 kills, none of 104,070 with acks=all; a kill
                          alone lost none of 64,522 (docs/studies/activation.md)
                write     acks=all
                check     acks

            · k = CreateTime  note
                where     topic a, topic b, topic c, topic d and 1 more: set on the topic
                why       Why.
                risk      Risk.
                write     kafka-configs.sh --entity-name a  (and so for 4 more)
                do        Then look.
                check     timestamp-type

            not looked at: this
            FAIL  Some of these settings lose data. 7 checks: loses data 1, note 1.
            """);
  }

  @Test
  void whatIsAllowedDoesNotFail() {
    assertThat(text(List.of(WRITTEN), Set.of("acks")))
        .contains("· acks = 1  loses data (allowed)")
        .endsWith(
            "PASS  Nothing that was looked at loses data, but for what is allowed. 7 checks: loses"
                + " data 1.\n");
  }

  @Test
  void nothingFoundIsOneLine() {
    assertThat(text(List.of(), Set.of()))
        .endsWith("PASS  Nothing that was looked at loses data. 7 checks, no finding.\n");
  }

  @Test
  void aLineToWriteIsNeverBroken() {
    TerminalOptions narrow = new TerminalOptions(false, false, true, 40);
    SettingFinding wide =
        new SettingFinding(
            "x",
            Severity.NOTE,
            List.of("topic a"),
            OF_TOPICS.found(),
            "a word ".repeat(20).strip(),
            "",
            "a command ".repeat(10).strip(),
            "");
    List<String> lines =
        new AdviceText(narrow, MeasuredFigures.shipped()).lines(advice(List.of(wide), Set.of()));
    assertThat(lines).contains("    write     " + "a command ".repeat(10).strip());
    assertThat(lines)
        .filteredOn(line -> line.contains("a word"))
        .hasSizeGreaterThan(2)
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(40));
  }

  @Test
  void withoutUnicodeAsciiStandsIn() {
    TerminalOptions ascii = new TerminalOptions(false, false, false, 100);
    assertThat(
            String.join(
                "\n",
                new AdviceText(ascii, MeasuredFigures.shipped())
                    .lines(advice(List.of(WRITTEN, OF_TOPICS), Set.of()))))
        .isASCII();
  }

  private static String text(List<SettingFinding> findings, Set<String> allowed) {
    return String.join(
            "\n",
            new AdviceText(TerminalOptions.plain(), MeasuredFigures.shipped())
                .lines(advice(findings, allowed)))
        + "\n";
  }

  private static Advice advice(List<SettingFinding> findings, Set<String> allowed) {
    return new Advice(
        List.of("p.properties: a producer"),
        7,
        findings,
        findings.size() < 2 ? List.of() : List.of("not looked at: this"),
        allowed);
  }
}
