package dev.rebound.job.spark;

import dev.rebound.workload.EventLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes of each executor that it is up, and which process it is, to the file that the environment
 * variable {@code REBOUND_EXECUTOR_EVENTS} names; nothing if there is none.
 *
 * <p>Events: {@code start} (pid, application, executor).
 */
public final class ExecutorReporter implements SparkPlugin {
  @Override
  public @Nullable DriverPlugin driverPlugin() {
    return null;
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return new Statement();
  }

  private static final class Statement implements ExecutorPlugin {
    private static final Logger LOG = LoggerFactory.getLogger(ExecutorReporter.class);

    @Override
    public void init(PluginContext context, Map<String, String> settings) {
      String file = System.getenv("REBOUND_EXECUTOR_EVENTS");
      if (file == null || context.executorID().equals("driver")) {
        return;
      }
      try (EventLog events = new EventLog(Path.of(file), Executor.life())) {
        events.write(
            "start",
            "pid",
            ProcessHandle.current().pid(),
            "application",
            context.conf().getAppId(),
            "executor",
            context.executorID());
      } catch (IOException e) {
        LOG.error("cannot write to {}: {}", file, e.toString());
      }
    }
  }
}
