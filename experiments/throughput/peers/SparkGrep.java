import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/** Lines in which a pattern is found go on to another topic: readStream, SQL and writeStream, as in Spark's Kafka guide. */
public class SparkGrep {
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
        .selectExpr("key", "CAST(value AS STRING) AS value", "headers")
        .where("value RLIKE 'ERROR|WARN'")
        .writeStream()
        .format("kafka")
        .option("kafka.bootstrap.servers", env.get("REBOUND_BOOTSTRAP"))
        .option("topic", env.get("REBOUND_OUTPUT"))
        .option("includeHeaders", "true")
        .option("checkpointLocation", env.get("REBOUND_CHECKPOINT"))
        .trigger(Trigger.ProcessingTime(Long.parseLong(env.get("REBOUND_COMMIT_INTERVAL_MS"))))
        .start()
        .awaitTermination();
  }
}
