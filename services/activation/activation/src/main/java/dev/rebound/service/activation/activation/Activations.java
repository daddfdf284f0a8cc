package dev.rebound.service.activation.activation;

import dev.rebound.service.activation.common.ActivationRequest;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The users in the database.
 *
 * <p>A request and what was done about it are written by one statement, and hence in one
 * transaction, in one round trip; and so are all requests that are saved together.
 */
@Component
class Activations {
  private static final String STATEMENT =
      """
      with activated as (
        insert into activations (request_id, user_name, first_name, last_name, email, birth_date,
            street, city, postal_code, country, phone, channel)
        %s
        on conflict (request_id) do %s
        returning request_id, user_name)
      insert into effects (request_id, user_name, source)
      select request_id, user_name, %s from activated
      """;

  private static final String ONE =
      """
      values (:requestId, :userName, :firstName, :lastName, :email, :birthDate,
          :street, :city, :postalCode, :country, :phone, :channel)""";

  /** An array for each column: the statement is the same for any number of requests. */
  private static final String ALL =
      """
      select * from unnest(cast(? as text[]), cast(? as text[]), cast(? as text[]),
          cast(? as text[]), cast(? as text[]), cast(? as date[]), cast(? as text[]),
          cast(? as text[]), cast(? as text[]), cast(? as text[]), cast(? as text[]),
          cast(? as text[]))""";

  /** The columns of {@link #ALL}, in their order. */
  private static final List<Function<ActivationRequest, String>> COLUMNS =
      List.of(
          ActivationRequest::identity,
          request -> request.user().userName(),
          request -> request.user().firstName(),
          request -> request.user().lastName(),
          request -> request.user().email(),
          request -> request.user().birthDate().toString(),
          request -> request.address().street(),
          request -> request.address().city(),
          request -> request.address().postalCode(),
          request -> request.address().country(),
          request -> request.contact().phone(),
          request -> request.contact().channel());

  /** A request that is there already changes nothing. */
  private static final String ONCE = "nothing";

  /** A request is carried out as often as it comes. */
  private static final String EACH_TIME =
      """
      update set user_name = excluded.user_name, first_name = excluded.first_name,
        last_name = excluded.last_name, email = excluded.email,
        birth_date = excluded.birth_date, street = excluded.street, city = excluded.city,
        postal_code = excluded.postal_code, country = excluded.country,
        phone = excluded.phone, channel = excluded.channel, activated_at = clock_timestamp()""";

  private final JdbcClient database;
  private final String saveOne;
  private final String saveAll;

  Activations(JdbcClient database, ActivationSettings settings) {
    this.database = database;
    String again = settings.idempotent() ? ONCE : EACH_TIME;
    this.saveOne = STATEMENT.formatted(ONE, again, ":source");
    this.saveAll = STATEMENT.formatted(ALL, again, "?");
  }

  /**
   * Carries out a request; returned, it is committed.
   *
   * @return whether it had an effect: false if it was there already
   */
  boolean save(ActivationRequest request, Source source) {
    ActivationRequest.User user = request.user();
    ActivationRequest.Address address = request.address();
    ActivationRequest.Contact contact = request.contact();
    return database
            .sql(saveOne)
            .param("requestId", request.identity())
            .param("userName", user.userName())
            .param("firstName", user.firstName())
            .param("lastName", user.lastName())
            .param("email", user.email())
            .param("birthDate", user.birthDate())
            .param("street", address.street())
            .param("city", address.city())
            .param("postalCode", address.postalCode())
            .param("country", address.country())
            .param("phone", contact.phone())
            .param("channel", contact.channel())
            .param("source", source.toString())
            .update()
        > 0;
  }

  /**
   * Carries out requests in one transaction; returned, all are committed. Thrown, none is, or all
   * are and only the database's word was lost.
   *
   * @return how many had an effect: none that was there already
   */
  int saveAll(List<ActivationRequest> requests, Source source) {
    List<Object> columns = new ArrayList<>();
    for (Function<ActivationRequest, String> column : COLUMNS) {
      columns.add(requests.stream().map(column).toArray(String[]::new));
    }
    columns.add(source.toString());
    return database.sql(saveAll).params(columns).update();
  }

  /** The request as it was carried out; empty if it was not. */
  Optional<ActivationRequest> find(String requestId) {
    return database
        .sql("select * from activations where request_id = ?")
        .param(requestId)
        .query(
            (row, n) ->
                new ActivationRequest(
                    row.getString("request_id"),
                    new ActivationRequest.User(
                        row.getString("user_name"),
                        row.getString("first_name"),
                        row.getString("last_name"),
                        row.getString("email"),
                        row.getObject("birth_date", LocalDate.class)),
                    new ActivationRequest.Address(
                        row.getString("street"),
                        row.getString("city"),
                        row.getString("postal_code"),
                        row.getString("country")),
                    new ActivationRequest.Contact(
                        row.getString("phone"), row.getString("channel"))))
        .optional();
  }
}
