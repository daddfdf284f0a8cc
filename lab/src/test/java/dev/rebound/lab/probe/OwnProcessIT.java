package dev.rebound.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The real system's counters, on this JVM itself. */
@Tag("process")
class OwnProcessIT {
  private static final int BYTES = 3_000_000;

  private final FakeNode self = new FakeNode("self", "worker", ProcessHandle.current().pid());

  @Test
  void cpuTimeThatWasSpentIsSeen() {
    ProcessProbe probe = new ProcessProbe(self::alone);
    probe.series();
    probe.read();
    double before = probe.cpuSeconds("worker");
    long until = System.nanoTime() + 1_000_000_000L;
    long sum = 0;
    while (System.nanoTime() < until) {
      sum++;
    }
    double[] values = probe.read();

    assertThat(sum).isPositive();
    assertThat(probe.cpuSeconds("worker") - before).isGreaterThan(0.05);
    assertThat(values[0]).isGreaterThan(0);
    assertThat(values[1]).isGreaterThan(10_000_000);
  }

  @Test
  void bytesOverLoopbackAreSeen() throws Exception {
    assumeTrue(NetworkProbe.whyNot() == null, "ss is not there");
    NetworkProbe probe = new NetworkProbe(self::alone);
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket accepted = server.accept()) {
      probe.series();
      probe.read();
      long started = System.nanoTime();
      Thread writer =
          new Thread(
              () -> {
                try {
                  OutputStream out = client.getOutputStream();
                  out.write(new byte[BYTES]);
                  out.flush();
                } catch (java.io.IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      writer.start();
      InputStream in = accepted.getInputStream();
      assertThat(in.readNBytes(BYTES)).hasSize(BYTES);
      writer.join(10_000);
      double[] values = probe.read();
      double seconds = (System.nanoTime() - started) / 1e9;

      assertThat(values[0] * seconds).isGreaterThan(BYTES * 0.5);
      assertThat(values[1] * seconds).isGreaterThan(BYTES * 0.5);
    }
  }

  @Test
  void theHostHasACpuShareAndFreeMemory() throws InterruptedException {
    HostProbe probe = new HostProbe();
    Thread.sleep(1000); // the counters are kept for a while by OSHI
    double[] values = probe.read();

    assertThat(values[0]).isBetween(0.0, 1.0);
    assertThat(values[1]).isPositive();
  }

  @Test
  void theDoctorLooksAtEverything() {
    assertThat(Doctor.facts(Path.of("runs", "not", "there")))
        .extracting(Doctor.MachineFact::name)
        .containsExactly(
            "JDK",
            "engine.java",
            "system",
            "cores",
            "memory",
            "disk",
            "open files",
            "processes",
            "network",
            "other load");
  }
}
