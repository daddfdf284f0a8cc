package dev.rebound.engine.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.engine.EngineComplaint;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LogMatchesTest {
  @Test
  void aTextIsHeardOfWithItsCountAndFirstLine() {
    LogMatches heard =
        new LogMatches(Map.of("died, replacing", "a thread was replaced"), 300, new TreeMap<>());
    heard.line("worker-2", "a stream thread died, replacing the thread: first");
    heard.line("worker-2", "a stream thread died, replacing the thread: second");
    heard.line("worker-2", "all is well");
    heard.line("worker-1", "another died, replacing it");

    assertThat(heard.all())
        .containsExactly(
            new EngineComplaint(
                "worker-1", "a thread was replaced", 1, "another died, replacing it"),
            new EngineComplaint(
                "worker-2",
                "a thread was replaced",
                2,
                "a stream thread died, replacing the thread: first"));
  }
}
