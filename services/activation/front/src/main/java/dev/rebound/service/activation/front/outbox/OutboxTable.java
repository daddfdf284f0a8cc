package dev.rebound.service.activation.front.outbox;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table of requests that wait for the relay. */
final class OutboxTable {
  /** A request in it, as JSON. */
  record Row(long id, String requestId, String request) {}

  private final JdbcClient database;

  OutboxTable(JdbcClient database) {
    this.database = database;
  }

  /** One statement is one transaction: the row is committed when this returns. */
  void add(String requestId, String request) {
    database
        .sql("insert into front.outbox (request_id, request) values (?, ?)")
        .params(requestId, request)
        .update();
  }

  /**
   * The same of several rows, in their order.
   *
   * @param requests of the same requests as the identities, and in the same order
   */
  void addAll(List<String> requestIds, List<String> requests) {
    database
        .sql(
            """
            insert into front.outbox (request_id, request)
            select * from unnest(cast(? as text[]), cast(? as text[]))
            """)
        .param(requestIds.toArray(String[]::new))
        .param(requests.toArray(String[]::new))
        .update();
  }

  /**
   * The oldest rows, locked until the transaction ends. Those that another relay holds are skipped.
   */
  List<Row> take(int limit) {
    return database
        .sql(
            """
            select id, request_id, request from front.outbox
            order by id limit ? for update skip locked
            """)
        .param(limit)
        .query(
            (row, n) ->
                new Row(row.getLong("id"), row.getString("request_id"), row.getString("request")))
        .list();
  }

  /** How many wait, those included that a relay has taken and not removed. */
  long waiting() {
    return database.sql("select count(*) from front.outbox").query(Long.class).single();
  }

  void remove(List<Long> ids) {
    database
        .sql("delete from front.outbox where id = any(?)")
        .param(ids.toArray(Long[]::new))
        .update();
  }
}
