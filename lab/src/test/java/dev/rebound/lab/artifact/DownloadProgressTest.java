package dev.rebound.lab.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DownloadProgressTest {
  private final List<String> said = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();
  private final DownloadProgress progress = new DownloadProgress(said::add, nanos::get);

  @Test
  void aJarIsToldWithItsSizeAtMostTwiceASecond() {
    progress.progressed("org/example/kafka_2.13-4.3.1.jar", 1_500_000, 44_000_000);
    progress.progressed("org/example/kafka_2.13-4.3.1.jar", 9_000_000, 44_000_000);
    nanos.addAndGet(500_000_000);
    progress.progressed("org/example/kafka_2.13-4.3.1.jar", 12_000_000, 44_000_000);
    assertThat(said)
        .containsExactly(
            "downloading kafka_2.13-4.3.1.jar 1.5/44 MB",
            "downloading kafka_2.13-4.3.1.jar 12/44 MB");
  }

  @Test
  void aJarOfUnknownSizeIsToldWithoutAndADescriptorNotByName() {
    progress.progressed("a/b-1.pom", 5, 10);
    progress.progressed("a/b-1.jar", 12_000_000, -1);
    assertThat(said).containsExactly("downloading b-1.jar 12 MB");
  }
}
