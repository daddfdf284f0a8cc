package dev.rebound.engine.hdfs;

import dev.rebound.base.Owner;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Port;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The processes of an HDFS: what they are set to, and what they need. Pure but for addresses. */
final class HdfsPlan {
  static final String NAME_NODE = "namenode";
  static final String DATA_NODE = "datanode";

  /** Port that clients and DataNodes connect to. */
  static final Port RPC = Port.of("rpc");

  /** Port of the NameNode's web server, which answers JMX and WebHDFS. */
  static final Port HTTP = Port.of("http");

  private static final String TELLS = "a DataNode tells the NameNode the ports that it binds";

  /** Port on which a DataNode takes and gives blocks. */
  static final Port DATA = Port.bound("data", TELLS);

  private static final Port DATA_IPC = Port.bound("ipc", TELLS);
  private static final Port DATA_HTTP = Port.bound("http", TELLS);

  private static final String DATA_NODE_MAIN = "org.apache.hadoop.hdfs.server.datanode.DataNode";
  private static final String NAMES = "${data}/names";
  private static final long NAME_NODE_HEAP_BYTES = 192L << 20;
  private static final long DATA_NODE_HEAP_BYTES = 160L << 20;
  private static final long OVERHEAD_BYTES = 112L << 20;

  /**
   * The jars have no web pages, and no process starts without their folders: empty ones stand on
   * the boot class path, with the settings.
   */
  private static final List<String> JVM =
      List.of(
          "-Xbootclasspath/a:${dir}/conf",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Djava.net.preferIPv4Stack=true");

  private static final String LOGGING =
      """
      log4j.rootLogger=INFO,console
      log4j.appender.console=org.apache.log4j.ConsoleAppender
      log4j.appender.console.layout=org.apache.log4j.PatternLayout
      log4j.appender.console.layout.ConversionPattern=%d{yyyy-MM-dd HH:mm:ss.SSS} %-5p %c{1} - %m%n
      # A line for each call of a client, and for each block.
      log4j.logger.org.apache.hadoop.hdfs.server.namenode.FSNamesystem.audit=WARN
      log4j.logger.org.apache.hadoop.hdfs.server.datanode.DataNode.clienttrace=WARN
      log4j.logger.BlockStateChange=WARN
      """;

  private HdfsPlan() {}

  /** The NameNode, and then its DataNodes. */
  static List<ProcessSpec> processes(HdfsSpec spec, String clusterId, Platform platform) {
    List<ProcessSpec> processes = new ArrayList<>();
    processes.add(nameNode(spec, clusterId, platform));
    for (int i = 1; i <= spec.dataNodes(); i++) {
      processes.add(dataNode(spec, i, platform));
    }
    return processes;
  }

  private static ProcessSpec nameNode(HdfsSpec spec, String clusterId, Platform platform) {
    // It binds what its own settings name; those of others name where they find it.
    Map<String, String> settings = common(spec, listens(NAME_NODE, RPC, platform));
    settings.put("dfs.namenode.name.dir", "file://" + NAMES);
    settings.put("dfs.namenode.http-address", listens(NAME_NODE, HTTP, platform));
    settings.put("dfs.permissions.enabled", "false");
    // All of them live on one host, whose name need not lead anywhere.
    settings.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
    if (spec.quick()) {
      settings.put(HdfsSpec.SAFE_MODE_EXTENSION, "0");
    }
    List<String> classPath = new ArrayList<>(HdfsPart.SERVER_JARS);
    classPath.add("lab:");
    return new ProcessSpec(
        NAME_NODE,
        NAME_NODE,
        Owner.SUPPORT,
        new Program.Java(
            classPath, NameNodeLauncher.class.getName(), JVM, List.of(clusterId, NAMES)),
        NAME_NODE_HEAP_BYTES,
        OVERHEAD_BYTES,
        Map.of(),
        files(settings),
        new ProcessSpec.Readiness.Http(HTTP.name(), NameNodeState.PATHS.get(0)));
  }

  private static ProcessSpec dataNode(HdfsSpec spec, int number, Platform platform) {
    String node = DATA_NODE + "-" + number;
    Map<String, String> settings = common(spec, nameNode(platform));
    settings.put("dfs.datanode.data.dir", "file://${data}/blocks");
    settings.put("dfs.datanode.address", listens(node, DATA, platform));
    settings.put("dfs.datanode.ipc.address", listens(node, DATA_IPC, platform));
    settings.put("dfs.datanode.http.address", listens(node, DATA_HTTP, platform));
    return new ProcessSpec(
        node,
        DATA_NODE,
        Owner.SUPPORT,
        new Program.Java(HdfsPart.SERVER_JARS, DATA_NODE_MAIN, JVM, List.of()),
        DATA_NODE_HEAP_BYTES,
        OVERHEAD_BYTES,
        Map.of(),
        files(settings),
        new ProcessSpec.Readiness.TcpPort(DATA.name()));
  }

  private static Map<String, String> common(HdfsSpec spec, String nameNode) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("fs.defaultFS", "hdfs://" + nameNode);
    settings.put("hadoop.tmp.dir", "${data}/tmp");
    settings.put("dfs.replication", Integer.toString(spec.replication()));
    return settings;
  }

  /** Where nodes find the NameNode: {@code host:port}. */
  static String nameNode(Platform platform) {
    return platform.reserve(NAME_NODE, RPC).inside().toString();
  }

  private static String listens(String node, Port port, Platform platform) {
    return platform.reserve(node, port).listens().toString();
  }

  private static Map<String, String> files(Map<String, String> settings) {
    Map<String, String> files = new LinkedHashMap<>();
    // The defaults of HDFS are read between the two, and would win over the former.
    files.put("conf/core-site.xml", xml(settings));
    files.put("conf/hdfs-site.xml", xml(settings));
    files.put("conf/log4j.properties", LOGGING);
    for (String folder : List.of("hdfs", "datanode", "static")) {
      files.put("conf/webapps/" + folder + "/empty", "");
    }
    return files;
  }

  /** As Hadoop reads it. */
  private static String xml(Map<String, String> settings) {
    StringBuilder text = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
    settings.forEach(
        (name, value) ->
            text.append("  <property><name>")
                .append(name)
                .append("</name><value>")
                .append(value.replace("&", "&amp;").replace("<", "&lt;"))
                .append("</value></property>\n"));
    return text.append("</configuration>\n").toString();
  }
}
