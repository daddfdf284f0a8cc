package dev.rebound.job.spark;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapGroupsWithStateFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.KeyValueGroupedDataset;
import org.apache.spark.sql.streaming.ExpiredTimerInfo;
import org.apache.spark.sql.streaming.GroupState;
import org.apache.spark.sql.streaming.GroupStateTimeout;
import org.apache.spark.sql.streaming.OutputMode;
import org.apache.spark.sql.streaming.StatefulProcessor;
import org.apache.spark.sql.streaming.TTLConfig;
import org.apache.spark.sql.streaming.TimeMode;
import org.apache.spark.sql.streaming.TimerValues;
import org.apache.spark.sql.streaming.ValueState;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;

/** The operators of Spark's that keep a state of any kind for each key. */
enum StateOperator {
  FLAT_MAP_GROUPS {
    @Override
    <K, I> Dataset<Tuple2<byte[], Integer>> outputs(
        KeyValueGroupedDataset<K, I> inputs, KeyedUpdate<K, I> update, boolean byTime) {
      return inputs.flatMapGroupsWithState(
          (FlatMapGroupsWithStateFunction<K, I, byte[], Tuple2<byte[], Integer>>)
              (key, values, state) -> update(update, key, values, state),
          OutputMode.Append(),
          Encoders.BINARY(),
          OUTPUT,
          byTime ? GroupStateTimeout.EventTimeTimeout() : GroupStateTimeout.NoTimeout());
    }
  },
  TRANSFORM_WITH_STATE {
    @Override
    <K, I> Dataset<Tuple2<byte[], Integer>> outputs(
        KeyValueGroupedDataset<K, I> inputs, KeyedUpdate<K, I> update, boolean byTime) {
      return inputs.transformWithState(
          new Processor<>(update),
          byTime ? TimeMode.EventTime() : TimeMode.None(),
          OutputMode.Append(),
          OUTPUT);
    }
  };

  static final Encoder<Tuple2<byte[], Integer>> OUTPUT =
      Encoders.tuple(Encoders.BINARY(), Encoders.INT());

  /** What the updates of all inputs, by key, put out; states end by event time, or never. */
  abstract <K, I> Dataset<Tuple2<byte[], Integer>> outputs(
      KeyValueGroupedDataset<K, I> inputs, KeyedUpdate<K, I> update, boolean byTime);

  /** A key's turn in a batch, as {@code flatMapGroupsWithState} has it. */
  static <K, I> Iterator<Tuple2<byte[], Integer>> update(
      KeyedUpdate<K, I> update, K key, Iterator<I> inputs, GroupState<byte[]> state) {
    if (state.hasTimedOut()) {
      byte[] ended = state.get();
      state.remove();
      return update.ended(ended);
    }
    return update.update(
        key,
        inputs,
        new KeyedUpdate.Kept() {
          @Override
          public byte @Nullable [] get() {
            return state.exists() ? state.get() : null;
          }

          @Override
          public void set(byte @Nullable [] now) {
            if (now != null) {
              state.update(now);
            } else if (state.exists()) {
              state.remove();
            }
          }

          @Override
          public void endsAt(long millis) {
            // What is late is so by the watermark of the batch before, and a timeout may lie before
            // none of this batch: what ended between the two ends with the next batch.
            state.setTimeoutTimestamp(Math.max(millis, state.getCurrentWatermarkMs()));
          }
        });
  }

  /** The same, as {@code transformWithState} has it. */
  static final class Processor<K, I> extends StatefulProcessor<K, I, Tuple2<byte[], Integer>> {
    private static final long serialVersionUID = 1L;

    private final KeyedUpdate<K, I> update;

    @SuppressWarnings("NullAway.Init") // init sets it
    private transient ValueState<byte[]> state;

    Processor(KeyedUpdate<K, I> update) {
      this.update = update;
    }

    @Override
    public void init(OutputMode outputMode, TimeMode timeMode) {
      state = getHandle().getValueState("state", Encoders.BINARY(), TTLConfig.NONE());
    }

    @Override
    public scala.collection.Iterator<Tuple2<byte[], Integer>> handleInputRows(
        K key, scala.collection.Iterator<I> inputs, TimerValues timers) {
      return CollectionConverters.asScala(
          update.update(
              key,
              CollectionConverters.asJava(inputs),
              new KeyedUpdate.Kept() {
                @Override
                public byte @Nullable [] get() {
                  return state.exists() ? state.get() : null;
                }

                @Override
                public void set(byte @Nullable [] now) {
                  if (now != null) {
                    state.update(now);
                  } else {
                    state.clear();
                  }
                }

                @Override
                public void endsAt(long millis) {
                  getHandle().registerTimer(millis);
                }
              }));
    }

    @Override
    public scala.collection.Iterator<Tuple2<byte[], Integer>> handleExpiredTimer(
        K key, TimerValues timers, ExpiredTimerInfo expired) {
      if (!state.exists()) {
        return CollectionConverters.asScala(List.<Tuple2<byte[], Integer>>of().iterator());
      }
      byte[] ended = state.get();
      state.clear();
      return CollectionConverters.asScala(update.ended(ended));
    }
  }
}
