package dev.rebound.report.live;

/** Why a request has no answer. */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1;
  final int status;

  Refusal(int status, String why) {
    super(why);
    this.status = status;
  }

  static Refusal nothing() {
    return new Refusal(404, "There is nothing here.");
  }
}
