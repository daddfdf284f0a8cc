package dev.rebound.lab.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.Platform;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeploymentTest {
  private final List<String> said = new ArrayList<>();
  private final Platform platform =
      (Platform)
          Proxy.newProxyInstance(
              Platform.class.getClassLoader(),
              new Class<?>[] {Platform.class},
              (proxy, method, args) -> {
                said.add("platform " + method.getName());
                return null;
              });
  private final Deployment deployment = new Deployment(platform, line -> {}, running -> {});

  private RunningPart part(String name, boolean fails) {
    return new RunningPart() {
      @Override
      public List<Node> nodes(String role) {
        return List.of();
      }

      @Override
      public void close() {
        said.add(name);
        if (fails) {
          throw new IllegalStateException(name);
        }
      }
    };
  }

  @Test
  void whatStartedLastClosesFirstAndThePlatformLast() {
    deployment.add(part("brokers", false));
    RunningPart subject = deployment.add(part("subject", false));
    deployment.add(part("observer", false));

    deployment.end(subject);
    deployment.end(subject);
    deployment.close();

    assertThat(said).containsExactly("subject", "observer", "brokers", "platform close");
  }

  @Test
  void onePartThatCannotCloseKeepsNoOtherFromIt() {
    deployment.add(part("brokers", true));
    deployment.add(part("subject", true));

    assertThatThrownBy(deployment::close).isInstanceOf(IllegalStateException.class);

    assertThat(said).containsExactly("subject", "brokers", "platform close");
  }
}
