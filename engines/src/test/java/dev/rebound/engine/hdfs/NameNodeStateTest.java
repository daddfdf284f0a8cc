package dev.rebound.engine.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class NameNodeStateTest {
  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  private static NameNodeState state(String safeMode) throws IOException {
    return NameNodeState.of(
        json(
            "{'beans':[{'Safemode':'"
                + safeMode
                + "','LiveNodes':'{\\'host:9866\\':{\\'xferaddr\\':\\'127.0.0.1:9866\\',\\'lastContact\\':2}}'}]}"),
        json("{'beans':[{'FilesTotal':7,'CapacityUsed':4096}]}"));
  }

  @Test
  void aNameNodeSaysWhomItKnowsAndWhatItHolds() throws IOException {
    NameNodeState state = state("");

    assertThat(state.safeMode()).isEmpty();
    assertThat(state.files()).isEqualTo(7);
    assertThat(state.usedBytes()).isEqualTo(4096);
    assertThat(state.dataNodes()).containsExactly(new NameNodeState.DataNode("127.0.0.1:9866", 2));
    assertThat(state("Safe mode is ON.").safeMode()).isEqualTo("Safe mode is ON.");
  }

  @Test
  void aDataNodeIsHeardOfOnceItsContactIsYoungerThanItsLife() throws IOException {
    assertThat(state("").heardOf("127.0.0.1:9866", 2.5)).as("it may be of a former life").isFalse();
    assertThat(state("").heardOf("127.0.0.1:9866", 3)).isTrue();
    assertThat(state("").heardOf("127.0.0.1:9867", 60)).isFalse();
  }

  @Test
  void oneThatIsStillStartingSaysNothing() {
    assertThatThrownBy(() -> NameNodeState.of(json("{'beans':[]}"), json("{'beans':[]}")))
        .isInstanceOf(IOException.class);
  }
}
