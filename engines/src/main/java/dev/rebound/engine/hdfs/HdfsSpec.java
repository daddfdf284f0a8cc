package dev.rebound.engine.hdfs;

/**
 * An HDFS to start.
 *
 * @param dataNodes how many
 * @param replication how many of them hold each block
 * @param quick whether a NameNode leaves safe mode as soon as it knows its blocks
 */
public record HdfsSpec(int dataNodes, int replication, boolean quick) {
  static final String SAFE_MODE_EXTENSION = "dfs.namenode.safemode.extension";
}
