package dev.rebound.engine.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.base.Owner;
import dev.rebound.engine.Paper;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.util.List;
import org.junit.jupiter.api.Test;

class HdfsPartTest {
  private final Paper paper = new Paper();

  private HdfsPart planned(boolean quick) {
    return HdfsPart.planned(new HdfsSpec(2, 2, quick), "run-1", paper);
  }

  private static String settings(ProcessSpec process) {
    return process.files().getOrDefault("conf/hdfs-site.xml", "");
  }

  @Test
  void aNameNodeAndItsDataNodesAreSupportAndMayBeFaulted() {
    HdfsPart part = planned(true);

    assertThat(part.processes())
        .extracting(ProcessSpec::node)
        .containsExactly("namenode", "datanode-1", "datanode-2");
    assertThat(part.processes()).allMatch(process -> process.owner() == Owner.SUPPORT);
    assertThat(part.processes())
        .allSatisfy(
            process ->
                assertThat(process.heapBytes() + process.overheadBytes()).isGreaterThan(200 << 20));
    assertThat(part.roles()).isEqualTo(HdfsPart.ROLES);
    assertThat(HdfsPart.uri(paper)).isEqualTo("hdfs://127.0.0.1:6123");
  }

  @Test
  void eachProcessHasItsAddressesAndKeepsWhatItHoldsInItsDataFolder() {
    List<ProcessSpec> processes = planned(true).processes();

    assertThat(processes)
        .allSatisfy(
            process ->
                assertThat(settings(process))
                    .contains(
                        "<name>fs.defaultFS</name><value>hdfs://127.0.0.1:6123</value>",
                        "<name>dfs.replication</name><value>2</value>"));
    assertThat(settings(processes.get(0)))
        .contains(
            "<name>dfs.namenode.name.dir</name><value>file://${data}/names</value>",
            "<name>dfs.namenode.http-address</name><value>127.0.0.1:9870</value>");
    assertThat(settings(processes.get(2)))
        .contains(
            "<name>dfs.datanode.data.dir</name><value>file://${data}/blocks</value>",
            "<name>dfs.datanode.address</name><value>127.0.0.1:9867</value>",
            "<name>dfs.datanode.ipc.address</name><value>127.0.0.1:9968</value>",
            "<name>dfs.datanode.http.address</name><value>127.0.0.1:9871</value>");
    assertThat(processes)
        .as("no process of HDFS starts without these folders")
        .allSatisfy(
            process ->
                assertThat(process.files())
                    .containsKeys(
                        "conf/webapps/hdfs/empty",
                        "conf/webapps/datanode/empty",
                        "conf/webapps/static/empty"));
    assertThat(((Program.Java) processes.get(0).program()).arguments())
        .containsExactly("run-1", "${data}/names");
  }

  @Test
  void safeModeIsShortWithQuickOnlyAndThePlanSaysSo() {
    String extension = "dfs.namenode.safemode.extension";

    assertThat(settings(planned(true).processes().get(0)))
        .contains("<name>" + extension + "</name><value>0</value>");
    assertThat(settings(planned(false).processes().get(0))).doesNotContain(extension);
    assertThat(planned(true).notes()).anyMatch(note -> note.contains(extension + " = 0"));
    assertThat(planned(false).notes()).anyMatch(note -> note.contains("safe mode"));
  }
}
