package dev.rebound.lab.experiment;

/** The section of a file. */
record CheckedSection(Values experiment, EngineSpec spec, Problems problems)
    implements EngineSection {

  private Values engine() {
    return experiment.section("engine");
  }

  @Override
  public int jobs() {
    return experiment.has(BesideFile.KEY) ? 2 : 1;
  }

  @Override
  public String workload() {
    return experiment.section("workload").text("name");
  }

  @Override
  public void wrong(String key, String problem, String remedy) {
    problems.add(engine().place(key), problem, remedy);
  }

  /** A workload that the file does not name is wrong for the engine that it does name. */
  @Override
  public void wrongWorkload(String problem, String remedy) {
    Values workload = experiment.section("workload");
    problems.add(
        workload.written("name") ? workload.place("name") : engine().place("name"),
        problem,
        remedy);
  }
}
