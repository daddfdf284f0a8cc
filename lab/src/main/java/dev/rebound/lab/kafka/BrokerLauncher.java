package dev.rebound.lab.kafka;

import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Main class of a broker process: formats the log folder if it is empty (first start, or a wiped
 * disk), then becomes Kafka's own broker in the same JVM. Knows Kafka's classes by name only, so
 * that any version's jars can stand before it on the class path.
 *
 * <p>Arguments: the cluster id, the log folder, the properties file.
 */
public final class BrokerLauncher {
  private BrokerLauncher() {}

  public static void main(String[] args) throws ReflectiveOperationException {
    String clusterId = args[0];
    Path logFolder = Path.of(args[1]);
    String properties = args[2];
    try {
      if (!Files.exists(logFolder.resolve("meta.properties"))) {
        Method execute =
            Class.forName("kafka.tools.StorageTool")
                .getMethod("execute", String[].class, PrintStream.class);
        String[] format = {"format", "-t", clusterId, "-c", properties};
        Object status = execute.invoke(null, format, System.out);
        if (!Integer.valueOf(0).equals(status)) {
          throw new IllegalStateException(
              "formatting " + logFolder + " ended with status " + status);
        }
      }
      Class.forName("kafka.Kafka")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[] {properties});
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("the broker did not start: " + e.getCause(), e.getCause());
    }
  }
}
