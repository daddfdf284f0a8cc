package dev.rebound.service.activation.common;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validator;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Requests as the bytes of a record's value: JSON in UTF-8. */
public final class RequestJson {
  private final JsonMapper mapper;
  private final Validator validator;

  public RequestJson(JsonMapper mapper, Validator validator) {
    this.mapper = mapper;
    this.validator = validator;
  }

  public byte[] write(ActivationRequest request) {
    return mapper.writeValueAsBytes(request);
  }

  /**
   * Reads an identified request.
   *
   * @throws InvalidRequestException if the bytes are none: no JSON, not valid, or without requestId
   */
  public ActivationRequest read(byte @Nullable [] bytes) {
    if (bytes == null) {
      throw new InvalidRequestException("the record has no value", null);
    }
    ActivationRequest request = parse(bytes);
    Set<ConstraintViolation<ActivationRequest>> violations = validator.validate(request);
    if (!violations.isEmpty()) {
      throw new InvalidRequestException(
          violations.stream()
              .map(each -> each.getPropertyPath() + " " + each.getMessage())
              .sorted()
              .collect(Collectors.joining("; ")),
          null);
    }
    if (request.requestId() == null) {
      throw new InvalidRequestException("requestId is missing", null);
    }
    return request;
  }

  private ActivationRequest parse(byte[] bytes) {
    @Nullable ActivationRequest request;
    try {
      request = mapper.readValue(bytes, ActivationRequest.class);
    } catch (JacksonException e) {
      throw new InvalidRequestException(e.getOriginalMessage(), e);
    }
    if (request == null) {
      throw new InvalidRequestException("the value is JSON's null", null);
    }
    return request;
  }
}
