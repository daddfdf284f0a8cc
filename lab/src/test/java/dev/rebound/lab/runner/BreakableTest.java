package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Time;
import dev.rebound.platform.Node;
import dev.rebound.platform.Signal;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BreakableTest {
  private static final FakeNode.Lives NOBODY =
      new FakeNode.Lives() {
        @Override
        public void signalled(FakeNode node, Signal signal) {}

        @Override
        public void restarted(FakeNode node, boolean wipe, boolean newIdentity) {}
      };

  /** One member of the role that it is named by. */
  private record Member(String role, Set<String> unneeded) implements RunningPart {
    @Override
    public List<Node> nodes(String asked) {
      return asked.equals(role)
          ? List.of(new FakeNode(role, role, Time.real(), NOBODY))
          : List.of();
    }

    @Override
    public boolean needs(String asked) {
      return !unneeded.contains(asked);
    }

    @Override
    public void close() {}
  }

  @Test
  void aPartThatNobodyNeedsHoldsNoWork() {
    Member broker = new Member("broker", Set.of());
    Member database = new Member("database", Set.of());
    Breakable calls =
        new Breakable(
            List.of(broker, database, new Member("front", Set.of("broker"))),
            scope -> Set.of(),
            true);

    assertThat(calls.nodes("broker")).hasSize(1);
    assertThat(calls.needed("broker")).isFalse();
    assertThat(calls.needed("database")).isTrue();
    assertThat(calls.holdingWork("broker")).isEmpty();
    assertThat(calls.holdingWork("database")).containsExactly("database");
    assertThat(calls.holdingWork("front")).containsExactly("front");
    assertThat(
            new Breakable(List.of(broker, database), scope -> Set.of(), true).holdingWork("broker"))
        .containsExactly("broker");
  }
}
