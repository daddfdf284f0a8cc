package dev.rebound.engine.hdfs;

import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Main class of the NameNode's process: formats its folder if that is empty (first start, or a
 * wiped disk), then becomes HDFS's own NameNode in the same JVM. Knows Hadoop's classes by name
 * only.
 *
 * <p>Arguments: the cluster id, the folder of the name space. The settings stand on the class path.
 */
public final class NameNodeLauncher {
  private static final String PACKAGE = "org.apache.hadoop.hdfs.";

  private NameNodeLauncher() {}

  public static void main(String[] args) throws ReflectiveOperationException {
    String clusterId = args[0];
    Path names = Path.of(args[1]);
    Class<?> nameNode = Class.forName(PACKAGE + "server.namenode.NameNode");
    try {
      if (!Files.exists(names.resolve("current/VERSION"))) {
        format(nameNode, clusterId);
      }
      nameNode.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("the NameNode did not start: " + e.getCause(), e.getCause());
    }
  }

  /** With a cluster id that its DataNodes know, should they have blocks of a former name space. */
  private static void format(Class<?> nameNode, String clusterId)
      throws ReflectiveOperationException {
    Class<?> option = Class.forName(PACKAGE + "server.common.HdfsServerConstants$StartupOption");
    option
        .getMethod("setClusterId", String.class)
        .invoke(option.getField("FORMAT").get(null), clusterId);
    Object settings = Class.forName(PACKAGE + "HdfsConfiguration").getConstructor().newInstance();
    nameNode
        .getMethod("format", Class.forName("org.apache.hadoop.conf.Configuration"))
        .invoke(null, settings);
    // Names of metrics are taken else, and the NameNode does not start.
    Class.forName("org.apache.hadoop.metrics2.lib.DefaultMetricsSystem")
        .getMethod("shutdown")
        .invoke(null);
  }
}
