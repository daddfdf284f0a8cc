package dev.rebound.lab.schema;

import dev.rebound.workload.Records;
import dev.rebound.workload.ValueCodec;
import dev.rebound.workload.WorkloadSpec;
import java.time.Duration;

/** Makes the codecs of records that have a schema. */
public final class SchemaCodecs implements ValueCodec.Source {
  static final String OUTPUT_SCHEMA = "output-schema";

  /** A registry that is killed and started again is back by then. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Override
  public ValueCodec of(WorkloadSpec spec) {
    String registry = spec.text(Records.REGISTRY);
    String output = spec.text(OUTPUT_SCHEMA);
    return new SchemaCodec(
        SchemaForm.read(Records.SCHEMA, spec.text(Records.SCHEMA)),
        output.isEmpty() ? null : SchemaForm.read(OUTPUT_SCHEMA, output),
        registry.isEmpty() ? null : new SchemaRegistry(registry, PATIENCE),
        spec.text(Records.SUBJECT));
  }
}
