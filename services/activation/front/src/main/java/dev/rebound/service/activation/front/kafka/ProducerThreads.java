package dev.rebound.service.activation.front.kafka;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The threads that hand records to the producer. Its {@code send} returns at once as long as it
 * knows the topic and has memory, and blocks (for {@code max.block.ms}) otherwise: then it is these
 * that wait, and not the server's, which every endpoint needs. More are made, up to the greatest
 * number, before anything is queued.
 */
final class ProducerThreads implements Executor, AutoCloseable {
  private static final Duration IDLE = Duration.ofSeconds(60);

  private final ThreadPoolExecutor pool;

  ProducerThreads(Settings settings) {
    TaskQueue queue = new TaskQueue(settings.queue());
    AtomicInteger made = new AtomicInteger();
    pool =
        new ThreadPoolExecutor(
            settings.core(),
            settings.max(),
            IDLE.toMillis(),
            TimeUnit.MILLISECONDS,
            queue,
            work -> {
              Thread thread = new Thread(work, "producer-" + made.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    queue.setParent(pool);
  }

  /** {@link RejectedExecutionException} if all threads are busy and the queue is full. */
  @Override
  public void execute(Runnable work) {
    pool.execute(work);
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }

  /**
   * How many.
   *
   * @param core that stay
   * @param max under load
   * @param queue tasks that may wait for one of them
   */
  @ConfigurationProperties("activation.producer.threads")
  record Settings(int core, int max, int queue) {}
}
