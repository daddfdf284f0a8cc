package dev.rebound.lab.experiment;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.evidence.WorkloadFiles;
import dev.rebound.lab.files.KnownHashes;
import dev.rebound.lab.files.Sha256;
import dev.rebound.workload.TopicOptions;
import dev.rebound.workload.sample.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the files hold that an experiment's records are made from, or that say what is due of them.
 */
public final class DataFiles {
  private DataFiles() {}

  /**
   * SHA-256 over those of all these files, of all jobs; empty if there are none. Runs of the same
   * settings are told apart by it.
   */
  public static String hash(Experiment experiment) {
    StringBuilder hashes = new StringBuilder();
    try {
      for (Experiment job : experiment.jobs()) {
        for (Path file : WorkloadFiles.originals(job.workload())) {
          hashes.append(hash(file));
        }
        TopicOptions.referred(job.workload())
            .map(referred -> OwnProgram.ofCommand(referred.text("reference")))
            .ifPresent(hashes::append);
      }
    } catch (IOException e) {
      throw ReboundException.environment(
          "a file that records are made from cannot be read: " + e,
          "Check that it is there, and its permissions.",
          e);
    }
    return hashes.isEmpty() ? "" : Sha256.of(hashes.toString());
  }

  /** SHA-256 of a file; a large one is read again only when it has changed. */
  static String hash(Path file) throws IOException {
    boolean large = Files.size(file) > Sample.BYTES_MAX;
    return large ? KnownHashes.ofUser().of(file) : Sha256.of(file);
  }
}
