package dev.rebound.oracle.records;

import dev.rebound.workload.OptionProblem;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** How values lie on topics, where they are JSON in a sample and something else there. */
public interface ValueCodec {
  /** What is encoded begins with it, and no text does. */
  byte MAGIC = 0;

  /** A value as it is sent; an {@link OptionProblem} says which field the schema cannot hold. */
  byte[] encoded(byte[] json);

  /** What a value that is sent says to whoever reads it, as {@link #decoded} has it. */
  byte @Nullable [] asRead(byte[] json);

  /** What a value says, as JSON, or a text as it is; null if it is not encoded as it must be. */
  byte @Nullable [] decoded(byte[] value);

  /** What makes codecs here. */
  static Source source() {
    return ServiceLoader.load(Source.class)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("nothing here encodes records"));
  }

  /** Makes codecs. Found as a service: jobs, which read no samples, go without one. */
  interface Source {
    /**
     * That of a workload's values; an {@link OptionProblem} says what is wrong with its schemas.
     */
    ValueCodec of(WorkloadSpec spec);

    /** That of its keys; an {@link OptionProblem} says what is wrong with their schema. */
    ValueCodec ofKeys(WorkloadSpec spec);

    /**
     * The other files that a schema of Protobuf is read with, by the names of imports. {@link
     * IllegalArgumentException} says what is wrong with one.
     *
     * @param root folder that they are looked for in, beside the schema's own; null for none
     */
    Map<String, Path> besides(Path schema, @Nullable Path root) throws IOException;
  }
}
