package dev.rebound.workload;

import java.io.Serial;

/** What is wrong with an option of a workload, or with what it names. */
public final class OptionProblem extends IllegalArgumentException {
  @Serial private static final long serialVersionUID = 1;

  private final String option;
  private final String problem;
  private final String remedy;

  /**
   * @param option key of the experiment file that is concerned
   * @param problem names file and line, where it is of one
   * @param remedy a sentence
   */
  public OptionProblem(String option, String problem, String remedy) {
    super(problem + "; " + remedy);
    this.option = option;
    this.problem = problem;
    this.remedy = remedy;
  }

  /** Throws one if something is so. */
  public static void when(boolean so, String option, String problem, String remedy) {
    if (so) {
      throw new OptionProblem(option, problem, remedy);
    }
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
