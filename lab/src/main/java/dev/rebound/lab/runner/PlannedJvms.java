package dev.rebound.lab.runner;

import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.base.Owner;
import dev.rebound.lab.engine.PlannedMeans;
import dev.rebound.lab.jvm.Jdk;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The JDK and the collector of each role's processes, as a plan says them. Pure. */
final class PlannedJvms {
  private static final String WORKER = "worker";

  private PlannedJvms() {}

  /**
   * A sentence for each JDK; none where nothing is a Java program of a command line that Rebound
   * writes.
   *
   * @param means of the subject: what its daemons start is not among the processes
   * @param jdk of the subject
   */
  static List<String> words(List<ProcessSpec> processes, SubjectMeans means, Jdk jdk) {
    Map<Jdk, Map<String, Set<String>>> rolesByCollector = new LinkedHashMap<>();
    boolean workers = false;
    for (ProcessSpec process : processes) {
      workers |= process.role().equals(WORKER);
      if (process.program() instanceof Program.Java java) {
        Jdk its = process.owner() == Owner.SUBJECT ? jdk : Jdk.ofLab();
        add(rolesByCollector, its, PlannedMeans.collector(java.jvmOptions()), process.role());
      }
    }
    String started = means.of(SubjectMeans.Mean.COLLECTOR).orElse("");
    if (!workers && !started.isEmpty()) {
      add(rolesByCollector, jdk, started, WORKER);
    }
    List<String> words = new ArrayList<>();
    rolesByCollector.forEach(
        (its, roles) -> {
          List<String> parts = new ArrayList<>();
          roles.forEach((collector, of) -> parts.add(collector + " for " + String.join(", ", of)));
          words.add("JDK " + its.words() + "; collectors: " + String.join("; ", parts));
        });
    return words;
  }

  private static void add(
      Map<Jdk, Map<String, Set<String>>> all, Jdk jdk, String collector, String role) {
    all.computeIfAbsent(jdk, key -> new LinkedHashMap<>())
        .computeIfAbsent(collector, key -> new LinkedHashSet<>())
        .add(role);
  }
}
