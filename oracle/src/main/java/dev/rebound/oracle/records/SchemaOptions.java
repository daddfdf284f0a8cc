package dev.rebound.oracle.records;

import dev.rebound.workload.OptionProblem;
import dev.rebound.workload.WorkloadOption;
import dev.rebound.workload.WorkloadSpec;
import java.util.List;

/** What the workload {@link Records} can be told of how records are encoded. */
final class SchemaOptions {
  static final String OUTPUT_SCHEMA = "output-schema";
  static final String MESSAGE = "message";
  static final String OUTPUT_MESSAGE = "output-message";

  static final List<WorkloadOption> ALL =
      List.of(
          WorkloadOption.of(Records.SCHEMA, new WorkloadOption.File(), "", "order.avsc")
              .meaning(
                  "records: the schema that records of JSON are sent in, Avro (.avsc), JSON Schema"
                      + " (.json) or Protobuf (.proto), each behind the id that a schema registry has"
                      + " for it."),
          WorkloadOption.of(Records.SCHEMA_ROOT, new WorkloadOption.Folder(), "", "protos")
              .meaning(
                  "records: with a schema in Protobuf, the folder that its imports begin in; without it"
                      + " they are looked for from the schema's folder on, and from those that it is in."),
          WorkloadOption.text(MESSAGE, "Order")
              .meaning(
                  "records: the message of a schema in Protobuf that records are, where it has several."),
          WorkloadOption.of(OUTPUT_SCHEMA, new WorkloadOption.File(), "", "priced-order.avsc")
              .meaning(
                  "records: with schema, the one that outputs must be written in, which the registry"
                      + " has before the program starts; without it, any that the registry has."),
          WorkloadOption.text(OUTPUT_MESSAGE, "PricedOrder")
              .meaning(
                  "records: the message of output-schema that outputs must be, where it has several."),
          WorkloadOption.of(Records.KEY_SCHEMA, new WorkloadOption.File(), "", "customer.avsc")
              .meaning(
                  "records: with schema, the one that the record's key is sent in; one with members has"
                      + " the key in a member that is called as the field."),
          planned(Records.REGISTRY, "address of the run's schema registry."),
          planned(Records.REGISTRY_USER, "variable with user and password for it."),
          planned(Records.SUBJECT, "the name that the registry has the schema of records under."),
          planned(Records.KEY_SUBJECT, "the name that it has the schema of keys under."));

  private SchemaOptions() {}

  private static WorkloadOption planned(String key, String meaning) {
    return WorkloadOption.of(key, new WorkloadOption.Planned(), "", "")
        .meaning("records: " + meaning);
  }

  /** The text of an option; empty, too, in evidence of versions that had none of it. */
  static String text(WorkloadSpec spec, String option) {
    return spec.options().getOrDefault(option, "");
  }

  /** An {@link OptionProblem} says what does not go together. */
  static void requireTogether(WorkloadSpec spec) {
    requireWith(spec, OUTPUT_SCHEMA, "says how outputs are encoded", Records.SCHEMA, "order.avsc");
    requireWith(
        spec, Records.KEY_SCHEMA, "says how keys are encoded", Records.SCHEMA, "order.avsc");
    requireWith(spec, Records.KEY_SCHEMA, "says how keys are encoded", "key", "$.customer");
    requireWith(
        spec, Records.SCHEMA_ROOT, "has imports of a schema", Records.SCHEMA, "order.proto");
    requireWith(spec, MESSAGE, "names a message", Records.SCHEMA, "order.proto");
    requireWith(spec, OUTPUT_MESSAGE, "names a message", OUTPUT_SCHEMA, "priced-order.proto");
  }

  private static void requireWith(
      WorkloadSpec spec, String option, String says, String other, String example) {
    OptionProblem.when(
        !text(spec, option).isEmpty() && text(spec, other).isEmpty(),
        option,
        option + " " + says + ", and there is no " + other,
        "Add " + other + ": " + example + ", or remove " + option + ".");
  }
}
