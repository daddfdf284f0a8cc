package dev.rebound.engine.hdfs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A NameNode's word on itself over JMX at one moment.
 *
 * @param safeMode its words on safe mode; empty if it is not in it
 * @param dataNodes those that it takes to live
 * @param files files and folders
 * @param usedBytes by blocks, on all DataNodes
 */
record NameNodeState(String safeMode, List<DataNode> dataNodes, long files, long usedBytes) {
  private static final String BEANS = "/jmx?qry=Hadoop:service=NameNode,name=";

  /** The paths to ask for. */
  static final List<String> PATHS = List.of(BEANS + "NameNodeInfo", BEANS + "FSNamesystemState");

  /**
   * A DataNode.
   *
   * @param address where it takes blocks, host:port
   * @param lastContactSeconds how long ago it was heard of, rounded down
   */
  record DataNode(String address, long lastContactSeconds) {}

  /**
   * Reads the answers to {@link #PATHS}.
   *
   * @throws IOException if the NameNode does not say so much yet
   */
  static NameNodeState of(JsonNode info, JsonNode state) throws IOException {
    JsonNode about = bean(info);
    JsonNode numbers = bean(state);
    List<DataNode> members = new ArrayList<>();
    for (JsonNode member : new ObjectMapper().readTree(about.path("LiveNodes").asText("{}"))) {
      members.add(
          new DataNode(
              member.path("xferaddr").asText(), member.path("lastContact").asLong(Long.MAX_VALUE)));
    }
    return new NameNodeState(
        about.path("Safemode").asText(),
        List.copyOf(members),
        numbers.path("FilesTotal").asLong(),
        numbers.path("CapacityUsed").asLong());
  }

  private static JsonNode bean(JsonNode answer) throws IOException {
    JsonNode bean = answer.path("beans").path(0);
    if (bean.isMissingNode()) {
      throw new IOException("it is still starting");
    }
    return bean;
  }

  /** True if a DataNode was heard of in these last seconds. */
  boolean heardOf(String address, double seconds) {
    return dataNodes.stream()
        .anyMatch(
            member ->
                member.address().equals(address) && member.lastContactSeconds() + 1 <= seconds);
  }
}
