package dev.rebound.service.activation.front.outbox;

import dev.rebound.service.activation.common.RequestJson;
import dev.rebound.service.activation.front.kafka.RequestTopic;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Puts the outbox and its relay together. */
@Configuration(proxyBeanMethods = false)
class OutboxConfiguration {
  @Bean(destroyMethod = "close")
  OutboxSchema outboxSchema() {
    return new OutboxSchema();
  }

  @Bean
  OutboxTable outboxTable(JdbcClient database) {
    return new OutboxTable(database);
  }

  @Bean(initMethod = "start", destroyMethod = "close")
  OutboxGroups outboxGroups(OutboxTable table, OutboxSettings settings) {
    return new OutboxGroups(table, settings.group());
  }

  @Bean
  Outbox outbox(OutboxGroups groups, OutboxSchema schema, RequestJson json) {
    return new TableOutbox(groups, schema, json);
  }

  /** Not a number while the database does not answer. */
  @Bean
  MeterBinder outboxPending(OutboxTable table) {
    return registry ->
        Gauge.builder("activation.outbox.pending", table, OutboxTable::waiting)
            .description("Requests in the outbox that are not acknowledged by the broker yet")
            .register(registry);
  }

  @Bean(destroyMethod = "close")
  OutboxRelay outboxRelay(
      OutboxTable table,
      OutboxSchema schema,
      RequestTopic topic,
      PlatformTransactionManager transactions,
      OutboxSettings settings) {
    OutboxRelay relay =
        new OutboxRelay(table, topic, new TransactionTemplate(transactions), settings);
    var unused = schema.ready().thenRun(relay::start);
    return relay;
  }
}
