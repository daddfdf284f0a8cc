package dev.rebound.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.base.ReboundException;
import dev.rebound.engine.EngineContract;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.kafka.KafkaCluster;
import dev.rebound.lab.topic.TopicLanes;
import dev.rebound.platform.Node;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.IsolationLevel;

/** Flink keeps the contract of every engine. */
class FlinkIT extends EngineContract {
  private static final Duration REHEARSAL_LIMIT = Duration.ofMinutes(3);

  @Override
  protected Engine engine() {
    return new FlinkEngine();
  }

  /** The other one on a platform that hides paths. */
  @Override
  protected List<Guarantee> guarantees() {
    return List.of(Guarantee.EXACTLY_ONCE);
  }

  /** A TaskManager that came back and got no tasks rehearses, and the job's promise is kept. */
  @Override
  protected void isBack(Node member, Cluster cluster, KafkaCluster kafka, JobSpec job)
      throws Exception {
    String topic = job.output() + "-rehearsal";
    assertThat(cluster.ownTopics().own()).accepts(topic).rejects(job.input(), job.output());
    long end = System.nanoTime() + REHEARSAL_LIMIT.toNanos();
    // Should it have got tasks after all, there is nothing to rehearse.
    while (records(kafka, topic) == 0 && !cluster.holdingWork(role()).contains(member.name())) {
      assertThat(System.nanoTime()).as("waited for a rehearsal").isLessThan(end);
      Thread.sleep(500);
    }
  }

  private static long records(KafkaCluster kafka, String topic) {
    try {
      return kafka.endOffsets(TopicLanes.of(topic, 1), IsolationLevel.READ_COMMITTED).get(0);
    } catch (ReboundException e) {
      return 0; // not there yet
    }
  }
}
