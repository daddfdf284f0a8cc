package dev.rebound.platform.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class ProcessTableTest {
  /**
   * Tells of so many carriers at each look; the handle is this process's, which cannot be killed.
   */
  private static final class Scripted implements ProcessTable {
    final Deque<List<Carrier>> looks = new ArrayDeque<>();
    char state = 'S';
    int threads = 1;
    OptionalLong ticks = OptionalLong.empty();
    OptionalLong millis = OptionalLong.empty();

    @Override
    public char state(long pid) {
      return state;
    }

    @Override
    public int threads(long pid) {
      return threads;
    }

    @Override
    public OptionalLong startTicks(long pid) {
      return ticks;
    }

    @Override
    public OptionalLong startMillis(long pid) {
      return millis;
    }

    @Override
    public List<Carrier> carrying(Predicate<String> entry) {
      return looks.isEmpty() ? List.of() : looks.removeFirst();
    }
  }

  @Test
  void theStateStandsAfterTheLastParenthesis() {
    assertThat(ProcTable.state("4711 (java) T 1 4711 4711 0")).isEqualTo('T');
    assertThat(ProcTable.state("4711 (a) Z (b) ) S 1 4711")).isEqualTo('S');
    assertThat(ProcTable.state("")).isEqualTo('?');
  }

  @Test
  void anIdentityIsReadAsItWasWritten() {
    ProcessIdentity self = ProcessIdentity.of(ProcessHandle.current());
    assertThat(self).isNotNull();
    assertThat(ProcessIdentity.parse(self.toString())).isEqualTo(self);
    assertThat(self.alive()).isTrue();
    assertThat(new ProcessIdentity(self.pid(), "t17").alive())
        .as("another process had this pid before")
        .isFalse();
    assertThatThrownBy(() -> ProcessIdentity.parse("lab"))
        .isInstanceOf(NumberFormatException.class);
  }

  @Test
  void theStartIsTheTwentySecondField() {
    String stat = "4711 (a) b) S 1 4711 4711 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 31 0 987654 9 10 11";
    assertThat(ProcTable.startTicks(stat)).hasValue(987_654);
    assertThat(ProcTable.threads(stat)).hasValue(31);
    assertThat(ProcTable.startTicks("")).isEmpty();
    assertThat(ProcTable.startTicks("4711 (a) S 1")).isEmpty();
  }

  @Test
  void aClockThatIsSetKillsNoLab() {
    Scripted table = new Scripted();
    table.ticks = OptionalLong.of(5000);
    table.millis = OptionalLong.of(1_700_000_000_000L);
    ProcessIdentity lab = ProcessIdentity.of(17, table);
    assertThat(lab).isEqualTo(new ProcessIdentity(17, "t5000"));

    table.millis = OptionalLong.of(1_700_000_000_000L - 3_600_000);

    assertThat(ProcessIdentity.parse(String.valueOf(lab)).alive(table))
        .as("set by an hour")
        .isTrue();
    table.ticks = OptionalLong.of(5001);
    assertThat(ProcessIdentity.parse(String.valueOf(lab)).alive(table))
        .as("another process")
        .isFalse();
  }

  @Test
  void whereNoTicksAreToldTheStartIsThatOfTheWallClock() {
    Scripted table = new Scripted();
    table.millis = OptionalLong.of(1_700_000_000_000L);
    ProcessIdentity lab = ProcessIdentity.of(17, table);
    assertThat(lab).isEqualTo(new ProcessIdentity(17, "1700000000000"));
    assertThat(ProcessIdentity.parse(String.valueOf(lab)).alive(table)).isTrue();

    table.millis = OptionalLong.of(1_700_000_060_000L);
    assertThat(ProcessIdentity.parse(String.valueOf(lab)).alive(table)).isFalse();
    table.millis = OptionalLong.empty();
    assertThat(ProcessIdentity.of(17, table)).isNull();
  }

  @Test
  void whatWaitsToBeCollectedIsDead() {
    Scripted table = new Scripted();
    table.ticks = OptionalLong.of(5000);
    table.state = 'Z';
    assertThat(new ProcessIdentity(17, "t5000").alive(table)).isFalse();
    table.state = '?';
    assertThat(new ProcessIdentity(17, "t5000").alive(table)).isFalse();
  }

  @Test
  void aProcessIsGoneWithTheLastOfItsThreads() {
    Scripted table = new Scripted();
    table.ticks = OptionalLong.of(5000);
    ProcessIdentity process = new ProcessIdentity(17, "t5000");
    assertThat(process.gone(table)).isFalse();
    table.state = 'T';
    assertThat(process.gone(table)).isFalse();
    table.state = 'Z';
    table.threads = 3;
    assertThat(process.gone(table)).as("some of its threads still run").isFalse();
    table.threads = 1;
    assertThat(process.gone(table)).isTrue();
    table.state = 'S';
    table.ticks = OptionalLong.of(5001);
    assertThat(process.gone(table)).as("another process has its pid").isTrue();
    table.state = '?';
    assertThat(process.gone(table)).isTrue();
  }

  @Test
  void theEndIsNotReachedWhileAProcessMayBeHalfStarted() throws Exception {
    Scripted table = new Scripted();
    AtomicInteger asked = new AtomicInteger();
    RunProcesses processes = new RunProcesses(table, "x");

    boolean ended =
        processes.end(
            Duration.ofMillis(1), Duration.ofSeconds(20), () -> asked.incrementAndGet() > 6);

    assertThat(ended).isTrue();
    assertThat(asked.get()).as("looks until it was settled").isGreaterThan(6);
  }

  @Test
  void onlyAProcessWhoseLabIsDeadIsALeftover() {
    ProcessIdentity self = ProcessIdentity.of(ProcessHandle.current());
    assertThat(self).isNotNull();
    assertThat(Leftovers.orphan(List.of("REBOUND_RUN_ID=x", "REBOUND_LAB=" + self))).isFalse();
    assertThat(Leftovers.orphan(List.of("REBOUND_RUN_ID=x", "REBOUND_LAB=" + self.pid() + "-17")))
        .isTrue();
    assertThat(Leftovers.orphan(List.of("REBOUND_RUN_ID=x"))).isFalse();
    assertThat(Leftovers.orphan(List.of("REBOUND_RUN_ID=x", "REBOUND_LAB=?"))).isFalse();
  }

  @Test
  void theEndIsReachedOnlyAfterAQuietWhile() throws Exception {
    Scripted table = new Scripted();
    for (int i = 0; i < 3; i++) {
      table.looks.add(List.of());
    }
    RunProcesses processes = new RunProcesses(table, "x");
    assertThat(processes.end(Duration.ofMillis(200), Duration.ofSeconds(5))).isTrue();
    assertThat(table.looks).as("looks not taken").isEmpty();
  }
}
