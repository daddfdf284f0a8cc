package dev.rebound.oracle.sample;

import dev.rebound.workload.OptionProblem;
import java.util.ArrayList;
import java.util.List;

/**
 * The records of a sample that has each record's value in a field, with what belongs to it, such as
 * its key, beside it.
 *
 * @param fields how fields are found in these values
 */
record InnerValues(List<SampleFiles.Raw> records, Fields fields) {
  private static final String OPTION = "value";

  /** Takes them out; an {@link OptionProblem} says where there is none. */
  static InnerValues of(SampleFiles files, FieldPath path) {
    Fields outer = files.fields();
    List<SampleFiles.Raw> inner = new ArrayList<>();
    boolean json = true;
    boolean lines = true;
    for (SampleFiles.Raw record : files.records()) {
      Field field = outer.find(record.value, path);
      if (field == null) {
        files
            .broken()
            .add(
                OPTION,
                record.place + ": " + path + " is missing, and with it the record's value",
                "Name a field that all records have, or take these records out.");
        continue;
      }
      byte[] value = field.bytes(record.value);
      json &= JsonFields.complaint(value) == null;
      for (byte b : value) {
        lines &= b != '\n';
      }
      inner.add(new SampleFiles.Raw(value, record.value, record.place));
    }
    files.broken().require();
    OptionProblem.when(
        inner.isEmpty(), OPTION, "no record has " + path, "Name a field that they have.");
    SampleFormat format =
        json ? SampleFormat.JSON : lines ? SampleFormat.LINES : SampleFormat.BYTES;
    return new InnerValues(List.copyOf(inner), new Fields(format));
  }
}
