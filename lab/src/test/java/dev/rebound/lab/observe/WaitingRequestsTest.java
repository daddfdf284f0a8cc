package dev.rebound.lab.observe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.workload.RecordIdHeader;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WaitingRequestsTest {
  @Test
  void aRequestIsKnownByItsIdAndAnybodyElsesIsNot() {
    Set<Long> found = new HashSet<>();
    WaitingRequests.add(RecordIdHeader.of(2, 77, 1_800_000_000_000_000L), found);
    WaitingRequests.add("made-up-by-the-front".getBytes(UTF_8), found);
    WaitingRequests.add(null, found);
    assertThat(found).containsExactly(2L << 48 | 77);
  }
}
