package dev.rebound.lab.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.base.ReboundException;
import dev.rebound.platform.local.FileTail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TelemetryTest {
  @TempDir Path folder;

  @Test
  void linesAreJsonObjectsInTheOrderWritten() throws IOException {
    Path file = folder.resolve("telemetry");
    try (Telemetry telemetry = new Telemetry(file)) {
      telemetry.write(
          new Telemetry.TelemetryLine()
              .put("atMicros", 1_800_000_000_000_000L)
              .put("p99", 1.5)
              .put("none", Double.NaN)
              .put("text", "a \"quoted\"\nline\\")
              .put("done", true));
      telemetry.write(new Telemetry.TelemetryLine().put("n", 2L));
      assertThat(Files.readAllLines(file)).as("flushed before it is closed").hasSize(2);
    }

    List<String> lines = Files.readAllLines(file);
    JsonNode first = new ObjectMapper().readTree(lines.get(0));
    assertThat(first.get("atMicros").longValue()).isEqualTo(1_800_000_000_000_000L);
    assertThat(first.get("p99").doubleValue()).isEqualTo(1.5);
    assertThat(first.get("none").isNull()).isTrue();
    assertThat(first.get("text").textValue()).isEqualTo("a \"quoted\"\nline\\");
    assertThat(first.get("done").booleanValue()).isTrue();
    assertThat(lines.get(1)).isEqualTo("{\"n\":2}");
  }

  @Test
  void theLastWholeLineIsWhatAProcessLastSaid() throws IOException {
    Path file = folder.resolve("telemetry");
    LastLine last = new LastLine(new FileTail(file));
    assertThat(last.now()).isEmpty();
    assertThat(last.number("n")).isZero();

    Files.writeString(file, "{\"n\":1}\n{\"n\":2}\n{\"n\"");
    assertThat(last.number("n")).isEqualTo(2);
    Files.writeString(file, ":3}\ntorn\n", StandardOpenOption.APPEND);
    assertThat(last.number("n")).isEqualTo(3);
    assertThat(last.number("none")).isZero();
  }

  @Test
  void aDiskThatTakesNothingIsNamed() {
    assertThatThrownBy(() -> new Telemetry(folder.resolve("missing").resolve("telemetry")))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("telemetry");
  }

  @Test
  void aStopIsSeenThroughTheControlFile() throws Exception {
    Path file = folder.resolve("control");
    try (ProcessControl control = new ProcessControl(file, () -> {})) {
      assertThat(control.stopRequested()).isFalse();
      Files.copy(ProcessControl.command(ProcessControl.STOP), file);
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (!control.stopRequested() && System.nanoTime() < deadline) {
        Thread.sleep(20);
      }
      assertThat(control.stopRequested()).isTrue();
    }
  }

  @Test
  void whatTheTickThrowsReachesTheMainThread() throws InterruptedException {
    try (ProcessControl control =
        new ProcessControl(
            null,
            () -> {
              throw new IllegalStateException("disk");
            })) {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      boolean thrown = false;
      while (!thrown && System.nanoTime() < deadline) {
        try {
          control.check();
          Thread.sleep(20);
        } catch (IllegalStateException e) {
          thrown = true;
        }
      }
      assertThat(thrown).isTrue();
    }
  }

  @Test
  void badSettingsAreNamed() {
    Properties properties = new Properties();
    properties.setProperty("rate", "fast");
    properties.setProperty("client.security.protocol", "SSL");
    ToolSettings settings = new ToolSettings("generator.properties", properties);

    assertThatThrownBy(() -> settings.text("topic"))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("generator.properties")
        .hasMessageContaining("topic");
    assertThatThrownBy(() -> settings.whole("rate"))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("rate")
        .hasMessageContaining("fast");
    Properties target = new Properties();
    settings.copy("client.", target);
    assertThat(target).containsEntry("security.protocol", "SSL").hasSize(1);
  }
}
