package dev.rebound.analysis.compare.run;

/** A series that is drawn around each fault, all runs on one time axis relative to the kill. */
public enum Curve {
  INPUT_RATE(
      "input-rate",
      "Input rate",
      "records/s",
      "what the job takes in: growth of its committed input offsets, over a commit interval"),
  OUTPUT_RATE("output-rate", "Output rate", "records/s", "growth of the output topic"),
  LAG("lag", "Lag trend", "records", "end offset − committed offset, all partitions"),
  CPU("cpu", "CPU", "cores", "sum over workers, spares included; a dead one uses none"),
  RECEIVED("received", "Network in", "bytes/s", "received by the workers, sum"),
  SENT("sent", "Network out", "bytes/s", "sent by the workers, sum");

  private final String id;
  private final String title;
  private final String unit;
  private final String meaning;

  Curve(String id, String title, String unit, String meaning) {
    this.id = id;
    this.title = title;
    this.unit = unit;
    this.meaning = meaning;
  }

  /** Its name in files. */
  public String id() {
    return id;
  }

  public String title() {
    return title;
  }

  public String unit() {
    return unit;
  }

  /** The meaning of it, in a few words. */
  public String meaning() {
    return meaning;
  }
}
