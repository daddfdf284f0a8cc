package dev.rebound.lab.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.oracle.records.Records;
import dev.rebound.workload.Placement;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyPlacementTest {
  @TempDir Path folder;

  @Test
  void aKeyGoesWhereKafkasOwnProducersSendIt() throws IOException {
    List<String> keys = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      keys.add("é" + "x".repeat(i % 9) + i);
      lines.add("{\"k\":\"" + keys.get(i) + "\"}");
    }
    Path file = folder.resolve("keys.jsonl");
    Files.write(file, lines);
    Placement placement =
        new Records(WorkloadSpec.of(Records.KIND, 1).with("from", file).with("key", "$.k"))
            .placement();
    for (int i = 0; i < keys.size(); i++) {
      assertThat(placement.partition(0, i, 12))
          .isEqualTo(BuiltInPartitioner.partitionForKey(keys.get(i).getBytes(UTF_8), 12));
    }
  }
}
