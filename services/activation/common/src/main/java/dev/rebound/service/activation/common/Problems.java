package dev.rebound.service.activation.common;

import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * Every error answer: problem details (RFC 9457), the header {@link Effect#HEADER}, and one line in
 * the log.
 */
@RestControllerAdvice
public class Problems extends ResponseEntityExceptionHandler {
  private static final Logger log = LoggerFactory.getLogger(Problems.class);

  /** A request that could not be carried out. */
  @ExceptionHandler
  ResponseEntity<Object> failed(ActivationFailedException e, WebRequest request) {
    log.warn(
        "{} of {} failed, effect {}: {}", path(request), e.requestId(), e.effect(), e.getMessage());
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(e.status(), String.valueOf(e.getMessage()));
    problem.setProperty("requestId", e.requestId());
    return answer(problem, new HttpHeaders(), e.effect());
  }

  /** Any exception that nobody thought of: its effect is unknown. */
  @ExceptionHandler
  ResponseEntity<Object> unexpected(Exception e, WebRequest request) {
    log.error("{} failed unexpectedly, effect unknown", path(request), e);
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(
            HttpStatus.INTERNAL_SERVER_ERROR, "unexpected: " + FirstCause.inWords(e));
    return answer(problem, new HttpHeaders(), Effect.UNKNOWN);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
      MethodArgumentNotValidException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(
            status,
            e.getAllErrors().stream()
                .map(Problems::inWords)
                .sorted()
                .collect(Collectors.joining("; ")));
    return handleExceptionInternal(e, problem, headers, status, request);
  }

  /** Where all that Spring itself refuses comes by: nothing is begun before it has passed that. */
  @Override
  protected @Nullable ResponseEntity<Object> handleExceptionInternal(
      Exception e,
      @Nullable Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    ResponseEntity<Object> answer =
        super.handleExceptionInternal(e, body, headers, status, request);
    if (answer == null) {
      // The client has its answer already, or has gone.
      return null;
    }
    Effect effect = status.is4xxClientError() ? Effect.NONE : Effect.UNKNOWN;
    String detail =
        answer.getBody() instanceof ProblemDetail problem
            ? String.valueOf(problem.getDetail())
            : FirstCause.inWords(e);
    log.info("{} refused with {}, effect {}: {}", path(request), status.value(), effect, detail);
    HttpHeaders marked = new HttpHeaders();
    answer.getHeaders().forEach(marked::put);
    marked.set(Effect.HEADER, effect.toString());
    return new ResponseEntity<>(answer.getBody(), marked, answer.getStatusCode());
  }

  private static ResponseEntity<Object> answer(
      ProblemDetail problem, HttpHeaders headers, Effect effect) {
    headers.set(Effect.HEADER, effect.toString());
    return new ResponseEntity<>(problem, headers, HttpStatusCode.valueOf(problem.getStatus()));
  }

  private static String inWords(ObjectError error) {
    String what = error instanceof FieldError field ? field.getField() : error.getObjectName();
    return what + " " + error.getDefaultMessage();
  }

  private static String path(WebRequest request) {
    // "uri=/activations/rest" without a session or user, of which there are none.
    String description = request.getDescription(false);
    return description.toLowerCase(Locale.ROOT).startsWith("uri=")
        ? description.substring("uri=".length())
        : description;
  }
}
