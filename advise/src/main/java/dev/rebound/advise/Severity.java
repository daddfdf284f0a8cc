package dev.rebound.advise;

/** How bad a finding is, the worst first. */
public enum Severity {
  /** Records that were accepted, or were to be processed, can be gone. */
  LOSES_DATA("loses data"),
  /** Records can be stored, read or processed more than once. */
  REPEATS_DATA("repeats data"),
  /** It slows things down, or breaks on the first fault, but loses nothing by itself. */
  SLOW_OR_BRITTLE("slow or brittle"),
  /** Worth knowing. */
  NOTE("note");

  private final String word;

  Severity(String word) {
    this.word = word;
  }

  /** As it is printed. */
  public String word() {
    return word;
  }
}
