package dev.rebound.lab.experiment;

import java.util.List;

/**
 * The words and names by which the jobs of a run are told apart: the first one's number is 0, and
 * it needs no name.
 */
public final class SecondJob {
  private static final List<String> ORDINALS = List.of("first", "second", "third", "fourth");

  private SecondJob() {}

  /**
   * {@code beside} for the second job, {@code beside-2} for the third: its folder in that of the
   * run, the end of its ids, the beginning of its processes' names, and the expectation by which
   * the run is judged together with it.
   */
  public static String name(int job) {
    return job == 1 ? SecondJobKeys.KEY : SecondJobKeys.KEY + "-" + job;
  }

  /** Whether a folder or an expectation has the name of a job that is not the first. */
  public static boolean is(String name) {
    return name.matches(SecondJobKeys.KEY + "(-[1-9][0-9]*)?");
  }

  /** {@code second job}, as people are told of it. */
  public static String words(int job) {
    return job < ORDINALS.size() ? ORDINALS.get(job) + " job" : "job number " + (job + 1);
  }
}
