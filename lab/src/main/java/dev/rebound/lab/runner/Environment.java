package dev.rebound.lab.runner;

import dev.rebound.analysis.JsonFile;
import dev.rebound.analysis.RunFiles;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.artifact.Build;
import dev.rebound.lab.artifact.Commit;
import dev.rebound.lab.artifact.ResolvedJar;
import dev.rebound.lab.catalogue.Extensions;
import dev.rebound.lab.experiment.DataFiles;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.OwnProgram;
import dev.rebound.lab.experiment.ProgramJar;
import dev.rebound.lab.files.KnownHashes;
import dev.rebound.lab.jvm.RunningJvm;
import dev.rebound.lab.platform.Machine;
import dev.rebound.lab.program.ProgramHash;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code environment.json}: the machine, the Java, what the subject has to do its work with, and
 * every jar with its coordinates and hash that a run used.
 */
final class Environment {
  /** The version of the format. */
  static final int VERSION = 1;

  /** Key of the commit of Rebound's sources. */
  private static final String COMMIT = "commit";

  /** Key of what is run of a user's own. */
  private static final String PROGRAM = "program";

  /** Key of what records are made from. */
  private static final String DATA = "data";

  /** Key of what the subject has to do its work with. */
  private static final String MEANS = "means";

  /** Key of what it holds in reserve, in words. */
  private static final String RESERVE = "reserve";

  /** Key of the texts of logs that archives keep the lines of. */
  private static final String WITNESS = "witness";

  /** Key of the JVMs that ran. */
  private static final String JVMS = "jvms";

  /** Key of the share of all cores' time that a hypervisor gave to others. */
  private static final String STEAL = "steal";

  /** Key of Rebound's own services. */
  private static final String SERVICES = "services";

  private final Experiment experiment;
  private final String version;
  private final Path home;
  private final Artifacts artifacts;
  private final LocalRig rig;
  private final ProgramHash data;
  private final String commit;
  private Map<String, Object> program;

  /** The surroundings of a run that is planned, with the program and data as they are now. */
  Environment(Experiment experiment, String version, Path home, Artifacts artifacts, LocalRig rig) {
    this.experiment = experiment;
    this.version = version;
    this.home = home;
    this.artifacts = artifacts;
    this.rig = rig;
    this.commit = Build.of(home).isEmpty() ? "" : Commit.of(home);
    this.program = program(experiment);
    this.data = DataFiles.hash(experiment);
  }

  /** Looks again at what a command of the user's has made once the run has begun. */
  void begun() {
    if (OwnProgram.isPrepared(experiment.engine())) {
      program = program(experiment);
    }
  }

  /**
   * The user's own program, if one is run, as its files are now: builds of one name are told apart
   * by it. Empty if nothing is.
   */
  private static Map<String, Object> program(Experiment experiment) {
    Map<String, String> options = experiment.engine().options();
    Map<String, Object> program = known(OwnProgram.of(experiment.engine()));
    if (!program.isEmpty()) {
      String key = options.containsKey(ProgramJar.KEY) ? ProgramJar.KEY : OwnProgram.RUN;
      program.put(key, options.getOrDefault(key, ""));
    }
    return program;
  }

  /** What is known of a program: its hash, and why there may be more to it. */
  private static Map<String, Object> known(ProgramHash hash) {
    Map<String, Object> known = new LinkedHashMap<>();
    if (!hash.sha256().isEmpty()) {
      known.put("sha256", hash.sha256());
    }
    if (!hash.unseen().isEmpty()) {
      known.put("unseen", hash.unseen());
    }
    return known;
  }

  /** Writes it when a run begins, with what is planned, and at its end, with all that was used. */
  void write(RunDirectory directory) throws IOException {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("version", VERSION);
    facts.put("rebound", version);
    facts.put(Build.KEY, Build.of(home));
    if (!commit.isEmpty()) {
      facts.put(COMMIT, commit);
    }
    facts.putAll(Machine.facts());
    KnownHashes hashes = KnownHashes.ofUser();
    List<Map<String, String>> jars = new ArrayList<>();
    for (ResolvedJar jar : artifacts.resolved()) {
      jars.add(Map.of("coordinate", jar.coordinate(), "sha256", jar.sha256(hashes)));
    }
    facts.put("artifacts", jars);
    if (!program.isEmpty()) {
      facts.put(PROGRAM, program);
    }
    Map<String, Object> made = known(data);
    if (!made.isEmpty()) {
      facts.put(DATA, made);
    }
    facts.put(MEANS, rig.means().byKey());
    if (!rig.reserve().isEmpty()) {
      facts.put(RESERVE, rig.reserve());
    }
    List<RunningJvm> jvms = rig.jvms();
    if (!jvms.isEmpty()) {
      facts.put(JVMS, jvms);
    }
    rig.stolen().ifPresent(share -> facts.put(STEAL, Math.round(share * 1e4) / 1e4));
    List<String> witness = rig.witness();
    if (!witness.isEmpty()) {
      facts.put(WITNESS, witness);
    }
    if (!rig.services().isEmpty()) {
      facts.put(SERVICES, new TreeMap<>(rig.services()));
    }
    List<Extensions.UsedJar> extensions = Extensions.used();
    if (!extensions.isEmpty()) {
      facts.put("extensions", extensions);
    }
    JsonFile.write(directory.file(RunFiles.ENVIRONMENT), facts);
  }
}
