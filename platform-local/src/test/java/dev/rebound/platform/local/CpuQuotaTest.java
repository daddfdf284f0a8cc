package dev.rebound.platform.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuQuotaTest {
  @TempDir Path mounted;

  @Test
  void inTheFirstVersionAGroupStandsBelowThatOfTheLab() throws Exception {
    Files.createDirectories(mounted.resolve("cpu/user"));
    CpuQuota.GroupPlace place =
        CpuQuota.GroupPlace.of(List.of("7:pids:/", "3:cpu:/user", "0::/"), mounted);
    assertThat(place).isEqualTo(new CpuQuota.GroupPlace(mounted.resolve("cpu/user"), false));

    CpuQuota quota = CpuQuota.open(place, 0.4);
    Path group = mounted.resolve("cpu/user/rebound-" + ProcessHandle.current().pid());
    assertThat(group.resolve("cpu.cfs_period_us")).hasContent("100000");
    assertThat(group.resolve("cpu.cfs_quota_us")).hasContent("40000");
    assertThat(quota.prefix())
        .startsWith("sh", "-c")
        .endsWith(group.resolve("cgroup.procs").toString());
  }

  @Test
  void itsControllersMayBeMountedTogether() throws Exception {
    Files.createDirectories(mounted.resolve("cpu,cpuacct"));

    assertThat(CpuQuota.GroupPlace.of(List.of("3:cpu,cpuacct:/"), mounted))
        .isEqualTo(new CpuQuota.GroupPlace(mounted.resolve("cpu,cpuacct"), false));
  }

  @Test
  void inTheSecondVersionItStandsBesideThatOfTheLab() throws Exception {
    Path slice = Files.createDirectories(mounted.resolve("user.slice"));
    Files.writeString(slice.resolve("cgroup.subtree_control"), "memory pids\n");
    CpuQuota.GroupPlace place =
        CpuQuota.GroupPlace.of(List.of("0::/user.slice/some.scope"), mounted);
    assertThat(place).isEqualTo(new CpuQuota.GroupPlace(slice, true));

    var unused = CpuQuota.open(place, 1.5);
    assertThat(slice.resolve("cgroup.subtree_control")).hasContent("+cpu");
    assertThat(slice.resolve("rebound-" + ProcessHandle.current().pid()).resolve("cpu.max"))
        .hasContent("150000 100000");
    assertThat(CpuQuota.GroupPlace.of(List.of("0::/"), mounted))
        .isEqualTo(new CpuQuota.GroupPlace(mounted, true));
  }

  @Test
  void whatALabThatWasKilledLeftIsRemoved() throws Exception {
    Path left = Files.createDirectories(mounted.resolve("cpu/rebound-999999999999"));
    Path another = Files.createDirectories(mounted.resolve("cpu/rebound-" + parent()));

    CpuQuota.open(new CpuQuota.GroupPlace(mounted.resolve("cpu"), false), 0.5).close();

    assertThat(left).doesNotExist();
    assertThat(another).as("of a lab that lives").exists();
  }

  private static long parent() {
    return ProcessHandle.current().parent().orElseThrow().pid();
  }

  @Test
  void whereThereIsNoneARemedyNamesTheKey() {
    assertThatThrownBy(() -> CpuQuota.GroupPlace.of(List.of("7:pids:/"), mounted))
        .isInstanceOfSatisfying(
            ReboundException.class,
            problem -> assertThat(problem.remedy()).contains("remove cores.quota"));
    assertThatThrownBy(() -> new CpuQuota.GroupPlace(mounted.resolve("none"), false).require())
        .hasMessageContaining("cores.quota: control groups cannot be made in");
  }
}
