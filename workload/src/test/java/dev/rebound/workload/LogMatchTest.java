package dev.rebound.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogMatchTest {
  @TempDir Path folder;

  private static Path sample() throws URISyntaxException {
    URL url = Objects.requireNonNull(LogMatchTest.class.getResource("/sample.log"));
    return Path.of(url.toURI());
  }

  private static WorkloadSpec spec(String rulesFile, String logFile) {
    return LogMatch.spec(rulesFile, logFile);
  }

  private static List<String> names(LogMatch workload, long sequence) {
    List<String> names = new ArrayList<>();
    try (Matcher matcher = workload.newMatcher()) {
      matcher.expected(0, sequence, rule -> names.add(workload.ruleName(rule)));
    }
    return names;
  }

  private static byte[] record(LogMatch workload, long sequence) {
    byte[] record = new byte[RecordFormat.HEADER_BYTES + workload.payloadBytes(0, sequence)];
    RecordFormat.header(
        record,
        RecordFormat.RecordKind.DATA,
        0,
        record.length - RecordFormat.HEADER_BYTES,
        sequence,
        1);
    workload.payload(0, sequence, record, RecordFormat.HEADER_BYTES);
    return record;
  }

  @Test
  void theShippedRulesFindWhatTheyAreNamedAfter() throws Exception {
    LogMatch workload = new LogMatch(spec("", sample().toString()));
    assertThat(workload.rules()).isBetween(40, 70);
    assertThat(names(workload, 0))
        .containsExactly("sshd-failed-password", "sshd-failed-root", "any-ipv4");
    assertThat(names(workload, 4))
        .containsExactly("sshd-accepted", "any-ipv4", "any-private-address");
    assertThat(names(workload, 15))
        .containsExactly("nginx-upstream-timeout", "any-error", "any-timeout");
    assertThat(names(workload, 16))
        .containsExactly("access-not-found", "access-traversal", "any-ipv4");
    assertThat(names(workload, 22)).containsExactly("any-exception", "any-uuid");
    assertThat(names(workload, 23)).containsExactly("any-stack-frame");
    assertThat(names(workload, 24)).isEmpty();
    assertThat(names(workload, 25)).isEmpty();
    assertThat(names(workload, 26)).containsExactly("disk-full");
  }

  @Test
  void hyperscanAndJavaFindTheSame() throws Exception {
    LogMatch fast = new LogMatch(spec("", sample().toString()));
    LogMatch plain = new LogMatch(spec("", sample().toString()), false);
    assertThat(fast.searchEngine()).startsWith("Hyperscan");
    assertThat(plain.searchEngine()).isEqualTo("java.util.regex");
    for (int line = 0; line < 27; line++) {
      assertThat(names(fast, line)).as("line %s", line + 1).isEqualTo(names(plain, line));
    }
    assertThat(fast.outputsPerRecord()).isEqualTo(plain.outputsPerRecord()).isGreaterThan(1);
  }

  @Test
  void expressionsMeanTheSameToBoth() throws Exception {
    Path rules = folder.resolve("my.rules");
    Files.writeString(
        rules,
        "^a.c$\n\\bfoo\\b\n[^a-z]{3}\n(?i)straße\nü{2}\n^.{4}$\n\\s\\d+\\s\n\\W{2}x\nend$\n\\.\\$\\|\n");
    Path log = folder.resolve("my.log");
    List<String> lines =
        List.of(
            "abc",
            "a\u2028c",
            "a\u0085c",
            "foo",
            "food",
            "foo-",
            "123",
            "STRASSE straße",
            "üü",
            "abcü",
            "😀😀😀😀",
            "a 12 b",
            "a\t1\tb",
            "--x",
            "the end",
            "end ",
            ".$|",
            "a\u000B1\u000B",
            "\u00a01\u00a0",
            "x\ry");
    Files.write(log, lines);
    LogMatch fast = new LogMatch(spec(rules.toString(), log.toString()));
    LogMatch plain = new LogMatch(spec(rules.toString(), log.toString()), false);
    for (int line = 0; line < lines.size(); line++) {
      assertThat(names(fast, line)).as("line %s", line + 1).isEqualTo(names(plain, line));
    }
  }

  @Test
  void aJobMatchesWithoutTheLogWhatTheCheckerExpectsWithIt() throws Exception {
    LogMatch checker = new LogMatch(spec("", sample().toString()));
    LogMatch job = new LogMatch(spec("", ""));
    try (Matcher matcher = job.newMatcher()) {
      for (long sequence = 0; sequence < 60; sequence++) {
        List<String> found = new ArrayList<>();
        matcher.match(record(checker, sequence), rule -> found.add(job.ruleName(rule)));
        assertThat(found).isEqualTo(names(checker, sequence));
      }
    }
  }

  @Test
  void theLogIsRepeatedFromItsStart() throws Exception {
    LogMatch workload = new LogMatch(spec("", sample().toString()));
    assertThat(record(workload, 27 * 5 + 26))
        .endsWith("write failed: No space left on device".getBytes(StandardCharsets.UTF_8));
    assertThat(workload.payloadBytes(0, 27 * 7 + 25)).isZero();
    assertThat(IntStream.range(0, 27).map(line -> workload.payloadBytes(0, line)).max().orElse(0))
        .isEqualTo(workload.payloadBytesMax());
  }

  @Test
  void lineEndsOfBothKindsAreLeftOut() throws Exception {
    Path log = folder.resolve("crlf.log");
    Files.writeString(log, "one\r\ntwo\nthree");
    LogMatch workload = new LogMatch(spec("", log.toString()));
    assertThat(workload.payloadBytes(0, 0)).isEqualTo(3);
    assertThat(workload.payloadBytes(0, 1)).isEqualTo(3);
    assertThat(workload.payloadBytes(0, 2)).isEqualTo(5);
    assertThat(workload.payloadBytes(0, 3)).isEqualTo(3);
  }

  @Test
  void bytesThatAreNoTextAreMatchedAllTheSame() throws Exception {
    Path log = folder.resolve("binary.log");
    Files.write(log, new byte[] {(byte) 0xff, 0, (byte) 0xc3, ' ', 'e', 'r', 'r', 'o', 'r', '\n'});
    LogMatch fast = new LogMatch(spec("", log.toString()));
    LogMatch plain = new LogMatch(spec("", log.toString()), false);
    assertThat(names(fast, 0)).isEqualTo(names(plain, 0)).containsExactly("any-error");
  }

  @Test
  void aMissingOrEmptyLogSaysWhatToDo() throws IOException {
    assertThatThrownBy(() -> new LogMatch(spec("", folder.resolve("no.log").toString())))
        .hasMessageContaining("no.log: there is no such file")
        .hasMessageContaining("load.file");
    assertThatThrownBy(() -> new LogMatch(spec("", folder.toString())))
        .hasMessageContaining("is a folder");
    Path empty = Files.createFile(folder.resolve("empty.log"));
    LogMatch workload = new LogMatch(spec("", empty.toString()));
    assertThatThrownBy(workload::payloadBytesMax).hasMessageContaining("is empty");
    LogMatch job = new LogMatch(spec("", ""));
    assertThatThrownBy(() -> job.payloadBytes(0, 0)).hasMessageContaining("name a text file");
  }

  @Test
  void aWrongRuleIsShownWithFileLineCauseAndRemedy() throws IOException {
    assertRefused("# fine\nok\n(open\n", "line 3", "Unclosed group", "correct the expression");
    assertRefused("a*\n", "line 1", "found in empty text", "at least one character");
    assertRefused("a\n\nb(?=c)\n", "line 3", "Hyperscan refuses b(?=c)", "without look-around");
    assertRefused("x := a\nx := b\n", "line 2", "already used in line 1", "choose another");
    assertRefused("# nothing\n", "my.rules", "has no rule", "one regular expression per line");
    assertThatThrownBy(() -> new LogMatch(spec(folder.resolve("no.rules").toString(), "")))
        .hasMessageContaining("no.rules: there is no such file");
    Files.write(folder.resolve("latin.rules"), new byte[] {'a', (byte) 0xfc, '\n'});
    assertThatThrownBy(() -> new LogMatch(spec(folder.resolve("latin.rules").toString(), "")))
        .hasMessageContaining("is not UTF-8");
  }

  private void assertRefused(String rules, String... parts) throws IOException {
    Path file = folder.resolve("my.rules");
    Files.writeString(file, rules);
    assertThatThrownBy(() -> new LogMatch(spec(file.toString(), "")))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .contains(parts);
  }

  @Test
  void namedAndUnnamedRulesMayBeMixed() throws IOException {
    Path file = folder.resolve("my.rules");
    Files.writeString(file, "first\n  second-rule :=  a := b\n");
    LogMatch workload = new LogMatch(spec(file.toString(), ""));
    assertThat(workload.ruleName(0)).isEqualTo("rule-0");
    assertThat(workload.ruleName(1)).isEqualTo("second-rule");
  }

  @Test
  void closedMatchersMakeRoomForMoreThanTheLibraryAllowsAtOnce() throws Exception {
    LogMatch workload = new LogMatch(spec("", sample().toString()));
    for (int i = 0; i < 600; i++) {
      assertThat(names(workload, 26)).containsExactly("disk-full");
    }
  }
}
