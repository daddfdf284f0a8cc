package dev.rebound.service.activation.front.rest;

import dev.rebound.service.activation.front.outbox.Outbox;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** Puts the two clients together, each with connections of its own. */
@Configuration(proxyBeanMethods = false)
class RestConfiguration {
  private static final String RETRYING = "retrying";

  /** The JDK's client hands each request from thread to thread: these. */
  @Bean(destroyMethod = "shutdownNow")
  ExecutorService httpThreads() {
    AtomicInteger made = new AtomicInteger();
    return Executors.newCachedThreadPool(
        work -> {
          Thread thread = new Thread(work, "http-client-" + made.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }

  @Bean
  @Primary
  ActivationClient onceClient(
      RestClient.Builder builder,
      ExecutorService httpThreads,
      @Value("${activation.url}") String url,
      RestSettings settings) {
    return client(builder, httpThreads, url, settings.connectTimeout(), settings.readTimeout());
  }

  @Bean
  @Qualifier(RETRYING)
  ActivationClient eachTryClient(
      RestClient.Builder builder,
      ExecutorService httpThreads,
      @Value("${activation.url}") String url,
      RestRetrySettings settings) {
    return client(builder, httpThreads, url, settings.connectTimeout(), settings.readTimeout());
  }

  @Bean
  RetryingClient retryingClient(
      @Qualifier(RETRYING) ActivationClient client, Outbox outbox, RestRetrySettings settings) {
    return new RetryingClient(client, outbox, settings);
  }

  private static ActivationClient client(
      RestClient.Builder builder,
      ExecutorService threads,
      String url,
      Duration connectTimeout,
      Duration readTimeout) {
    HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(connectTimeout)
            .executor(threads)
            .build();
    JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(http, threads);
    requests.setReadTimeout(readTimeout);
    return new ActivationClient(builder.clone().baseUrl(url).requestFactory(requests).build());
  }
}
