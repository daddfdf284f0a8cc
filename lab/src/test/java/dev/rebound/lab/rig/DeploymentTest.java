package dev.rebound.lab.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.OwnTopics;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  void theTimeOfAPartThatLimitsItselfComesOnTop() {
    List<Deadline> by = new ArrayList<>();
    Part commands = part("commands", Map.of("limitsItself", true), by);
    Part store = part("store", Map.of("limitsItself", false), by);
    Part subject = part("subject", Map.of("parts", List.of(commands, store)), by);
    Deadline asked = Deadline.after(Duration.ofMinutes(1));

    var unused =
        deployment.startSubject(new Parts(null, null, List.of(), (Subject) subject), asked);

    assertThat(deployment.apart()).isPositive();
    assertThat(by)
        .containsExactly(asked, asked.later(deployment.apart()), asked.later(deployment.apart()));
  }

  /** A subject, or a part, that answers so, and tells by when it had to be up. */
  private static Part part(String name, Map<String, Object> answers, List<Deadline> by) {
    return (Part)
        Proxy.newProxyInstance(
            Subject.class.getClassLoader(),
            new Class<?>[] {Subject.class},
            (proxy, method, args) -> {
              if (method.getName().equals("start")) {
                by.add((Deadline) args[1]);
                return cluster();
              }
              return method.getName().equals("name") ? name : answers.get(method.getName());
            });
  }

  private static Cluster cluster() {
    return (Cluster)
        Proxy.newProxyInstance(
            Cluster.class.getClassLoader(),
            new Class<?>[] {Cluster.class},
            (proxy, method, args) -> method.getName().equals("ownTopics") ? OwnTopics.NONE : null);
  }

  @Test
  void onePartThatCannotCloseKeepsNoOtherFromIt() {
    deployment.add(part("brokers", true));
    deployment.add(part("subject", true));

    assertThatThrownBy(deployment::close).isInstanceOf(IllegalStateException.class);

    assertThat(said).containsExactly("subject", "brokers", "platform close");
  }
}
