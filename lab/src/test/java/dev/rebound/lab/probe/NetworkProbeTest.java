package dev.rebound.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NetworkProbeTest {
  private final FakeNode worker = new FakeNode("worker-1", "worker", 9977);
  private String output = "";
  private long nanos;
  private final NetworkProbe probe =
      new NetworkProbe(worker::alone, () -> output, () -> nanos, null);

  private static String socket(String local, long pid, long sent, long received) {
    return "ESTAB 0      0      [::ffff:127.0.0.1]:"
        + local
        + " [::ffff:127.0.0.1]:39562 users:((\"java\",pid="
        + pid
        + ",fd=157))\n\t bbr wscale:0,1 rto:204 rtt:0.022/0.004 mss:16384 bytes_sent:"
        + sent
        + " bytes_retrans:297 bytes_acked:11943 bytes_received:"
        + received
        + " segs_out:113 delivered:110\n";
  }

  private double[] tick(String now) {
    output = now;
    nanos += 1_000_000_000;
    probe.series();
    return probe.read();
  }

  @Test
  void ratesAreDifferencesPerSocketSummedPerProcess() {
    assertThat(tick(socket("1", 9977, 1000, 500))).containsOnly(Double.NaN);
    assertThat(tick(socket("1", 9977, 1300, 700) + socket("2", 9977, 50, 60)))
        .containsExactly(200 + 60, 300 + 50);
  }

  @Test
  void aSocketThatClosesTakesNothingAway() {
    tick(socket("1", 9977, 1000, 500) + socket("2", 9977, 50, 60));
    tick(socket("1", 9977, 1000, 500) + socket("2", 9977, 50, 60));
    assertThat(tick(socket("2", 9977, 51, 60))).containsExactly(0, 1);
  }

  @Test
  void aReusedAddressStartsFromZero() {
    tick(socket("1", 9977, 1000, 500));
    tick(socket("1", 9977, 1000, 500));
    assertThat(tick(socket("1", 9977, 10, 20))).containsExactly(20, 10);
  }

  @Test
  void otherProcessesAreLeftOut() {
    tick(socket("1", 5, 1000, 500));
    assertThat(tick(socket("1", 5, 9000, 9000))).containsExactly(0, 0);
  }

  @Test
  void anOutputOnOneLinePerSocketIsReadToo() {
    tick(socket("1", 9977, 1000, 500).replace("\n\t", "  "));
    assertThat(tick(socket("1", 9977, 1001, 502).replace("\n\t", "  "))).containsExactly(2, 1);
  }

  @Test
  void aDeadNodeHasNoValue() {
    tick(socket("1", 9977, 1000, 500));
    worker.die();
    assertThat(tick("")).containsOnly(Double.NaN);
  }

  @Test
  void whereItCannotBeMeasuredItIsAbsentWithItsReason() {
    NetworkProbe none = new NetworkProbe(worker::alone, () -> null, () -> 0, "no ss here");
    assertThat(none.series()).isEmpty();
    assertThat(none.read()).isEmpty();
    assertThat(none.absent())
        .containsEntry("node.received", "no ss here")
        .containsEntry("node.sent", "no ss here");
  }
}
