package dev.rebound.oracle.sample;

import java.io.Serial;

/** What is wrong with a sample, or with what is said of it. */
public final class SampleProblem extends IllegalArgumentException {
  @Serial private static final long serialVersionUID = 1;

  private final String option;
  private final String problem;
  private final String remedy;

  /**
   * @param option key of the experiment file that is concerned
   * @param problem names file and line, where it is of one
   * @param remedy a sentence
   */
  public SampleProblem(String option, String problem, String remedy) {
    super(problem + "; " + remedy);
    this.option = option;
    this.problem = problem;
    this.remedy = remedy;
  }

  public String option() {
    return option;
  }

  public String problem() {
    return problem;
  }

  public String remedy() {
    return remedy;
  }
}
