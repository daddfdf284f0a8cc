package dev.rebound.service.activation.front.outbox;

import dev.rebound.service.activation.common.ActivationFailedException;
import dev.rebound.service.activation.common.ActivationRequest;
import dev.rebound.service.activation.common.Answer;
import dev.rebound.service.activation.common.Effect;
import dev.rebound.service.activation.common.FirstCause;
import dev.rebound.service.activation.common.RequestJson;
import java.nio.charset.StandardCharsets;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.CannotGetJdbcConnectionException;

/** The outbox as a table of the front's own. */
final class TableOutbox implements Outbox {
  private final OutboxGroups groups;
  private final OutboxSchema schema;
  private final RequestJson json;

  TableOutbox(OutboxGroups groups, OutboxSchema schema, RequestJson json) {
    this.groups = groups;
    this.schema = schema;
    this.json = json;
  }

  @Override
  public Answer accept(ActivationRequest request) {
    String requestId = request.identity();
    if (!schema.isReady()) {
      throw new ActivationFailedException(
          requestId,
          HttpStatus.SERVICE_UNAVAILABLE,
          Effect.NONE,
          "the outbox is not there yet: the database has not answered since the start",
          null);
    }
    try {
      groups.add(requestId, new String(json.write(request), StandardCharsets.UTF_8));
    } catch (DataAccessException e) {
      throw failure(requestId, e);
    }
    return Answer.accepted(requestId);
  }

  /** Without a connection nothing was sent; past that, the commit may have gone through. */
  static ActivationFailedException failure(String requestId, DataAccessException e) {
    boolean unsent = FirstCause.is(e, CannotGetJdbcConnectionException.class::isInstance);
    return new ActivationFailedException(
        requestId,
        HttpStatus.SERVICE_UNAVAILABLE,
        unsent ? Effect.NONE : Effect.UNKNOWN,
        (unsent ? "the database cannot be reached: " : "the database did not confirm the request: ")
            + FirstCause.inWords(e),
        e);
  }
}
