package dev.rebound.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OwnTopicsTest {
  @Test
  void anApplicationOfKafkaStreamsNamesItsTopicsAfterItself() {
    OwnTopics own = OwnTopics.ofStreams("app");
    assertThat(own.own()).accepts("app-windows-changelog").rejects("application", "matches");
    assertThat(own.shuffle()).accepts("app-by-rule-repartition").rejects("app-windows-changelog");
    assertThat(own.changelog().orElseThrow())
        .accepts("app-windows-changelog")
        .rejects("app-by-rule-repartition", "other-windows-changelog");
  }

  @Test
  void othersHaveNoChangelogs() {
    assertThat(OwnTopics.NONE.none()).isTrue();
    assertThat(OwnTopics.NONE.changelog()).isEmpty();
    assertThat(OwnTopics.of("rehearsal").changelog()).isEmpty();
    assertThat(OwnTopics.of("rehearsal").own()).accepts("rehearsal");
  }
}
