package dev.rebound.workload;

import dev.rebound.workload.sample.SampleProblem;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** How values lie on topics, where they are JSON in a sample and something else there. */
public interface ValueCodec {
  /** A value as it is sent; a {@link SampleProblem} says which field the schema cannot hold. */
  byte[] encoded(byte[] json);

  /** What a value says, as JSON, or a text as it is; null if it is not encoded as it must be. */
  byte @Nullable [] decoded(byte[] value);

  /** The codec of a workload that has one; a {@link SampleProblem} says what is wrong with it. */
  static ValueCodec of(WorkloadSpec spec) {
    return ServiceLoader.load(Source.class)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("nothing here encodes records"))
        .of(spec);
  }

  /** Makes codecs. Found as a service: jobs, which read no samples, go without one. */
  interface Source {
    /** The codec of a workload; a {@link SampleProblem} says what is wrong with its schemas. */
    ValueCodec of(WorkloadSpec spec);
  }
}
