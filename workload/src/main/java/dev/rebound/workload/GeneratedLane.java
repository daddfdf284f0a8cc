package dev.rebound.workload;

/**
 * The records of one lane of a load that the source of a job makes itself, in place of reading
 * them: of a single generator, number {@value #GENERATOR}, whose record n is on lane n mod P of P.
 * A record follows from the workload's seed and its position on the lane, so that a source that
 * keeps positions makes the same again. Immutable.
 *
 * @param records of all lanes together
 */
public record GeneratedLane(int lane, int lanes, long records) {
  /** The generator that all of these records are of. */
  public static final int GENERATOR = 0;

  /** Their time: they keep to no schedule, and are meant for no time. */
  public static final long UNTIMED = 0;

  /** Checks that there is such a lane. */
  public GeneratedLane {
    if (lanes < 1 || lane < 0 || lane >= lanes || records < 0) {
      throw new IllegalArgumentException(
          "no lane " + lane + " of " + lanes + " with " + records + " records in all");
    }
  }

  /** How many records the lane has: its positions are below. */
  public long length() {
    return records / lanes + (lane < records % lanes ? 1 : 0);
  }

  /** The sequence number of the record at a position. */
  public long sequence(long position) {
    return position * lanes + lane;
  }

  /** Writes the record at a position. */
  public void write(Workload workload, long position, RecordSink sink) {
    workload.write(GENERATOR, sequence(position), UNTIMED, sink);
  }
}
