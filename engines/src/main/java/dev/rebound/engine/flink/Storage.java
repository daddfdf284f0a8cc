package dev.rebound.engine.flink;

import dev.rebound.engine.hdfs.CheckpointStorage;
import dev.rebound.engine.hdfs.HdfsFiles;
import dev.rebound.engine.hdfs.HdfsPart;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.platform.Platform;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where Flink's checkpoints lie, as Flink is told it. Pure. */
final class Storage {
  private Storage() {}

  static CheckpointStorage of(EngineSpec spec) {
    return new CheckpointStorage(spec, CheckpointOptions.on(spec));
  }

  /** The settings of Flink. */
  static Map<String, String> settings(CheckpointStorage storage, String folder) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("execution.checkpointing.dir", folder + "/checkpoints");
    if (storage.ours()) {
      // It is the client that says on how many DataNodes a block is to lie; by default on three.
      settings.put("flink.hadoop.dfs.replication", Integer.toString(storage.asked().replication()));
    }
    return settings;
  }

  /** Ways to list folders there, by scheme, beside that of files. */
  static Map<String, Listing> listings(CheckpointStorage storage, Platform platform) {
    if (!storage.ours()) {
      return Map.of();
    }
    HdfsFiles files = HdfsPart.files(platform);
    return Map.of("hdfs", files::list);
  }
}
