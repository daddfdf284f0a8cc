package dev.rebound.engine.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.base.Owner;
import dev.rebound.engine.Paper;
import dev.rebound.platform.ProcessSpec;
import org.junit.jupiter.api.Test;

class ZooKeeperPartTest {
  private static ProcessSpec server(boolean quick) {
    return ZooKeeperPart.planned(quick, new Paper()).processes().get(0);
  }

  @Test
  void oneServerOnLoopbackThatKeepsWhatItHolds() {
    ProcessSpec server = server(false);

    assertThat(server.owner()).isEqualTo(Owner.SUPPORT);
    assertThat(server.role()).isEqualTo(ZooKeeperPart.ROLE);
    assertThat(server.files().get("zoo.cfg"))
        .isEqualTo(
            """
            admin.enableServer=false
            clientPort=2181
            clientPortAddress=127.0.0.1
            dataDir=${data}
            """);
    assertThat(ZooKeeperPart.address(new Paper())).isEqualTo("127.0.0.1:2181");
  }

  @Test
  void withQuickItLooksForDeadSessionsMoreOften() {
    assertThat(server(true).files().get("zoo.cfg"))
        .contains("tickTime=500\n", "maxSessionTimeout=60000\n");
  }
}
