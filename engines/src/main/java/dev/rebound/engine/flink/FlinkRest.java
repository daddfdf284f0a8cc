package dev.rebound.engine.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Flink's REST interface, as far as it is needed. Thread-safe. Every call has a limit; what goes
 * wrong is an {@link IOException} whose message is what Flink said; where it knows no such thing, a
 * {@link FileNotFoundException}.
 */
final class FlinkRest {
  private static final Duration QUICK_LIMIT = Duration.ofSeconds(5);
  private static final Duration SUBMIT_LIMIT = Duration.ofSeconds(60);
  private static final int NOT_FOUND = 404;
  private static final int MESSAGE_CHARACTERS_MAX = 2000;

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private final ObjectMapper json = new ObjectMapper();
  private final Supplier<String> address;

  /**
   * @param address host:port of whom to ask, asked each time
   */
  FlinkRest(Supplier<String> address) {
    this.address = address;
  }

  private URI at(String path) {
    return URI.create("http://" + address.get() + path);
  }

  /** The answer to GET. */
  JsonNode get(String path) throws IOException {
    return send(HttpRequest.newBuilder(at(path)).timeout(QUICK_LIMIT).build());
  }

  /** Uploads a job jar; returns the id that {@link #run} takes. */
  String upload(Path jar) throws IOException {
    String boundary = "rebound-" + Long.toHexString(System.nanoTime());
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(
        ("--%s\r\nContent-Disposition: form-data; name=\"jarfile\";"
                + " filename=\"%s\"\r\nContent-Type: application/x-java-archive\r\n\r\n")
            .formatted(boundary, jar.getFileName())
            .getBytes(StandardCharsets.UTF_8));
    body.writeBytes(Files.readAllBytes(jar));
    body.writeBytes(("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
    JsonNode answer =
        send(
            HttpRequest.newBuilder(at("/jars/upload"))
                .timeout(SUBMIT_LIMIT)
                .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray()))
                .build());
    String file = answer.path("filename").asText();
    return file.substring(file.lastIndexOf('/') + 1);
  }

  /**
   * Runs a main class of an uploaded jar, the submission's; returns the job's id.
   *
   * @param restoreFrom path of a checkpoint to start from, or null
   */
  String run(String jarId, JobSubmission submission, @Nullable String restoreFrom)
      throws IOException {
    ObjectNode request = json.createObjectNode();
    if (!submission.mainClass().isEmpty()) {
      request.put("entryClass", submission.mainClass());
    }
    request.put("parallelism", submission.parallelism());
    ArrayNode list = request.putArray("programArgsList");
    submission.arguments().forEach(list::add);
    if (restoreFrom != null) {
      request.put("savepointPath", restoreFrom);
    }
    JsonNode answer =
        send(
            HttpRequest.newBuilder(at("/jars/" + jarId + "/run"))
                .timeout(SUBMIT_LIMIT)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json.writeValueAsString(request)))
                .build());
    return answer.path("jobid").asText();
  }

  /** State of a job, such as {@code RUNNING}; empty if Flink knows no such job. */
  String state(String jobId) throws IOException {
    try {
      return get("/jobs/" + jobId + "/status").path("status").asText();
    } catch (FileNotFoundException e) {
      return "";
    }
  }

  /**
   * Asks for a job's end; it may go on for a moment. One that has ended, or that Flink does not
   * know, is an error.
   */
  void cancel(String jobId) throws IOException {
    send(
        HttpRequest.newBuilder(at("/jobs/" + jobId + "?mode=cancel"))
            .timeout(QUICK_LIMIT)
            .method("PATCH", HttpRequest.BodyPublishers.noBody())
            .build());
  }

  private JsonNode send(HttpRequest request) throws IOException {
    HttpResponse<byte[]> response;
    try {
      response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while asking " + request.uri());
    }
    if (response.statusCode() >= 300) {
      String message =
          "%s %s was answered with status %s: %s"
              .formatted(
                  request.method(),
                  request.uri().getPath(),
                  response.statusCode(),
                  message(new String(response.body(), StandardCharsets.UTF_8)));
      throw response.statusCode() == NOT_FOUND
          ? new FileNotFoundException(message)
          : new IOException(message);
    }
    return json.readTree(response.body());
  }

  /** Flink's words on what went wrong: the causes in its stack trace, without the trace. */
  private String message(String body) {
    String text = body;
    try {
      // The last one has the stack trace; what a program's own main threw comes alone.
      JsonNode errors = json.readTree(body).path("errors");
      text = FlinkJob.causes(errors.path(errors.size() - 1).asText(body));
    } catch (IOException e) {
      // not JSON: the text itself is all there is
    }
    return text.substring(0, Math.min(text.length(), MESSAGE_CHARACTERS_MAX));
  }
}
