package dev.rebound.lab.experiment;

import dev.rebound.analysis.Sha256;
import dev.rebound.analysis.evidence.WorkloadFiles;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.files.KnownHashes;
import dev.rebound.lab.program.ProgramHash;
import dev.rebound.lab.program.ProgramParts;
import dev.rebound.oracle.records.TopicOptions;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the files hold that an experiment's records are made from, or that say what is due of them.
 */
public final class DataFiles {
  private DataFiles() {}

  /**
   * SHA-256 over those of all these files, of all jobs; empty if there are none. Runs of the same
   * settings are told apart by it. What may be unseen is told of the reference program alone.
   */
  public static ProgramHash hash(Experiment experiment) {
    StringBuilder hashes = new StringBuilder();
    List<String> unseen = new ArrayList<>();
    try {
      for (Experiment job : experiment.jobs()) {
        for (Path file : WorkloadFiles.originals(job.workload())) {
          hashes.append(KnownHashes.ofContent(file));
        }
        ProgramHash reference =
            TopicOptions.referred(job.workload())
                .map(DataFiles::reference)
                .orElse(ProgramHash.NONE);
        hashes.append(reference.sha256());
        unseen.addAll(reference.unseen());
      }
    } catch (IOException e) {
      throw ReboundException.environment(
          "a file that records are made from cannot be read: " + e,
          "Check that it is there, and its permissions.",
          e);
    }
    return new ProgramHash(hashes.isEmpty() ? "" : Sha256.of(hashes.toString()), unseen);
  }

  private static ProgramHash reference(WorkloadSpec referred) {
    String declared = referred.options().getOrDefault(TopicOptions.REFERENCE_FILES, "");
    return ProgramParts.of(ShellWords.split(referred.text("reference")))
        .declared(ShellWords.split(declared))
        .hash();
  }
}
