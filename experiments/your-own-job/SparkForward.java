import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/** Reads a topic and writes what it read to another, as a query of Spark Structured Streaming. */
public class SparkForward {
  public static void main(String[] arguments) throws Exception {
    Map<String, String> env = System.getenv();
    // Master, executors and their class path are there already.
    SparkSession.builder()
        .getOrCreate()
        .readStream()
        .format("kafka")
        .option("kafka.bootstrap.servers", env.get("REBOUND_BOOTSTRAP"))
        .option("subscribe", env.get("REBOUND_INPUT"))
        .option("startingOffsets", "earliest")
        // The header rebound-id goes along with each record: it says which one it is.
        .option("includeHeaders", "true")
        .load()
        .select("key", "value", "headers")
        .writeStream()
        .format("kafka")
        .option("kafka.bootstrap.servers", env.get("REBOUND_BOOTSTRAP"))
        .option("topic", env.get("REBOUND_OUTPUT"))
        .option("includeHeaders", "true")
        // A driver that is started again goes on from there.
        .option("checkpointLocation", env.get("REBOUND_CHECKPOINT"))
        .trigger(
            Trigger.ProcessingTime(Long.parseLong(env.get("REBOUND_COMMIT_INTERVAL_MS"))))
        .start()
        .awaitTermination();
  }
}
