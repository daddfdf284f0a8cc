package dev.rebound.service.activation.common;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The answer to a request that went well. */
public record Answer(String requestId, Status status) {
  /** How far the request has come. */
  public enum Status {
    /** It is in the database. */
    @JsonProperty("activated")
    ACTIVATED,
    /** It is where nothing is lost, and will be in the database. */
    @JsonProperty("accepted")
    ACCEPTED
  }

  public static Answer activated(String requestId) {
    return new Answer(requestId, Status.ACTIVATED);
  }

  public static Answer accepted(String requestId) {
    return new Answer(requestId, Status.ACCEPTED);
  }
}
