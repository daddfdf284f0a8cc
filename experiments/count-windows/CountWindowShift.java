import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.windows.GlobalWindow;
import org.apache.flink.util.Collector;

/**
 * Whether a restore shifts the later count windows of a key: a job of its own, without Kafka, in
 * one JVM, that fails once after its third checkpoint. docs/count-windows.md says why.
 *
 * <pre>
 * javac -cp 'flink-2.3.0/lib/*' CountWindowShift.java
 * java -cp '.:flink-2.3.0/lib/*' CountWindowShift AT_LEAST_ONCE
 * java -cp '.:flink-2.3.0/lib/*' CountWindowShift EXACTLY_ONCE
 * java -cp '.:flink-2.3.0/lib/*' CountWindowShift EXACTLY_ONCE unaligned
 * </pre>
 *
 * <p>Two source tasks make the numbers from 0 to 15,999, half each, one each millisecond. What
 * follows the first of them takes two milliseconds for each, so that its barriers come late. Each
 * key has every fourth number of one half, in order, so that without a failure each of its windows
 * of 7 begins with the number that is a multiple of 7 in its own counting.
 */
public class CountWindowShift {
  private static final int SIZE = 7;
  private static final long HALF = 8_000;
  private static final int KEYS = 4;

  private static final int FAILS_AFTER = 3;
  private static final Map<String, AtomicInteger> WINDOWS = new ConcurrentHashMap<>();
  private static volatile long completed;
  private static volatile boolean failed;

  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(2);
    env.enableCheckpointing(1000, CheckpointingMode.valueOf(args[0]));
    if (args.length > 1) {
      env.getCheckpointConfig().enableUnalignedCheckpoints();
    }
    DataStream<Long> numbers =
        env.fromSequence(0, 2 * HALF - 1).map(new Pace(1, 1)).returns(Long.class);
    numbers
        .map(new Pace(2, 0))
        .returns(Long.class)
        .disableChaining()
        .keyBy((KeySelector<Long, Long>) n -> n / HALF * KEYS + n % KEYS)
        .countWindow(SIZE)
        .process(new Told())
        .sinkTo(new DiscardingSink<>());
    env.execute();
    System.out.println(String.join(" ", args) + ": " + WINDOWS);
  }

  /** Takes some milliseconds for each number in its first and in its second task. */
  private static class Pace extends RichMapFunction<Long, Long> implements CheckpointListener {
    private final int first;
    private final int second;
    private int millis;

    Pace(int first, int second) {
      this.first = first;
      this.second = second;
    }

    @Override
    public void open(OpenContext context) {
      millis = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == 0 ? first : second;
    }

    @Override
    public Long map(Long number) throws Exception {
      if (!failed && completed >= FAILS_AFTER) {
        failed = true;
        throw new IllegalStateException("the one failure");
      }
      if (millis > 0) {
        Thread.sleep(millis);
      }
      return number;
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) {
      completed = checkpoint;
    }
  }

  /** Counts windows that begin where they should, and others, before and after the failure. */
  private static class Told extends ProcessWindowFunction<Long, Long, Long, GlobalWindow> {
    @Override
    public void process(Long key, Context context, Iterable<Long> numbers, Collector<Long> out) {
      long begin = numbers.iterator().next() % HALF / KEYS;
      String kind = (begin % SIZE == 0 ? "right " : "shifted ") + (failed ? "after" : "before");
      WINDOWS.computeIfAbsent(kind, any -> new AtomicInteger()).incrementAndGet();
    }
  }
}
