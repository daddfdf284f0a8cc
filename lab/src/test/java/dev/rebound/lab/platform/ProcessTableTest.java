package dev.rebound.lab.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class ProcessTableTest {
  /**
   * Tells of so many carriers at each look; the handle is this process's, which cannot be killed.
   */
  private static final class Scripted implements ProcessTable {
    final Deque<List<Carrier>> looks = new ArrayDeque<>();

    @Override
    public char state(long pid) {
      return 'S';
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
    Identity self = Identity.of(ProcessHandle.current());
    assertThat(self).isNotNull();
    assertThat(Identity.parse(self.toString())).isEqualTo(self);
    assertThat(self.alive()).isTrue();
    assertThat(new Identity(self.pid(), self.startMillis() - 60_000).alive())
        .as("another process had this pid a minute before")
        .isFalse();
    assertThatThrownBy(() -> Identity.parse("lab")).isInstanceOf(NumberFormatException.class);
  }

  @Test
  void onlyAProcessWhoseLabIsDeadIsALeftover() {
    Identity self = Identity.of(ProcessHandle.current());
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
