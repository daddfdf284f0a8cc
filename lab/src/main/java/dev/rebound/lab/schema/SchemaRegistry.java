package dev.rebound.lab.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.KafkaSpec;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.time.Time;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A schema registry, by the REST interface that Confluent's has and others serve, too. What has no
 * answer is asked again until its patience is over; then a {@link ReboundException} says why.
 * Thread-safe.
 */
final class SchemaRegistry {
  private static final Duration AGAIN = Duration.ofMillis(200);
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);
  private static final String CONTENT = "application/vnd.schemaregistry.v1+json";

  /** What to do if one does not answer: one that the run started. */
  static final String STARTED = "Read logs/" + RegistryPart.ROLE + ".log in the run's folder.";

  /** One of the user's own. */
  static final String NAMED =
      "Start it, or correct kafka.schema-registry, with the path that it serves Confluent's"
          + " interface at.";

  /** One of which it is not known here. */
  static final String EITHER =
      "Read logs/"
          + RegistryPart.ROLE
          + ".log in the run's folder, or look at the one that kafka.schema-registry names.";

  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int UNKNOWN_USER = 401;
  private static final int FORBIDDEN = 403;
  private static final int BROKEN = 500;

  /** So many schemas may refer to one another, one by one. */
  private static final int DEPTH_MAX = 32;

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private final ObjectMapper json = new ObjectMapper();
  private final String address;
  private final Duration patience;
  private final String remedy;
  private final @Nullable String user;

  /** One that asks for no user. */
  SchemaRegistry(String address, Duration patience, String remedy) {
    this(address, patience, remedy, null);
  }

  /**
   * @param address of its interface
   * @param patience how long a question is repeated that has no answer
   * @param remedy what to do if it does not answer, a sentence
   * @param user and password, kept nowhere else; null for none
   */
  SchemaRegistry(String address, Duration patience, String remedy, @Nullable String user) {
    this.address = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
    this.patience = patience;
    this.remedy = remedy;
    this.user = user;
  }

  /**
   * The id of a schema under a subject, which has it from now on. What it refers to is registered
   * before it, under the names that it has for that, as clients of registries do.
   */
  int register(String subject, SchemaForm schema) {
    List<Reference> references = new ArrayList<>();
    schema
        .references()
        .forEach(
            (name, its) -> {
              var unused = register(name, its);
              references.add(new Reference(name, name, registered(name, its)));
            });
    return number("id", subject, answer(with(schema, references, versions(subject))));
  }

  private int registered(String subject, SchemaForm schema) {
    return version(subject, schema)
        .orElseThrow(
            () ->
                ReboundException.environment(
                    ("the schema registry at %s does not find the schema of %s, which it has"
                            + " just taken")
                        .formatted(address, subject),
                    "Look into the registry's log."));
  }

  /** The version that a schema is under a subject; empty if the subject does not have it. */
  OptionalInt version(String subject, SchemaForm schema) {
    List<Reference> references = new ArrayList<>();
    for (Map.Entry<String, SchemaForm> its : schema.references().entrySet()) {
      OptionalInt version = version(its.getKey(), its.getValue());
      if (version.isEmpty()) {
        return version;
      }
      references.add(new Reference(its.getKey(), its.getKey(), version.getAsInt()));
    }
    HttpResponse<String> answer = answer(with(schema, references, name(subject)));
    return answer.statusCode() == NOT_FOUND
        ? OptionalInt.empty()
        : OptionalInt.of(number("version", subject, answer));
  }

  /** Another schema of the registry, which one has a name for. */
  private record Reference(String name, String subject, int version) {}

  private HttpRequest.Builder with(SchemaForm schema, List<Reference> references, String path) {
    Map<String, Object> asked = new LinkedHashMap<>();
    asked.put("schemaType", schema.language());
    asked.put("schema", schema.text());
    if (!references.isEmpty()) {
      asked.put("references", references);
    }
    try {
      return at(path)
          .header("Content-Type", CONTENT)
          .POST(HttpRequest.BodyPublishers.ofString(json.writeValueAsString(asked)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private int number(String which, String subject, HttpResponse<String> answer) {
    JsonNode its = content(answer).path(which);
    if (answer.statusCode() / 100 != 2 || !its.isInt()) {
      throw ReboundException.badInput(
          "the schema registry at %s does not take the schema of %s: %s"
              .formatted(address, subject, words(answer)),
          answer.statusCode() == CONFLICT
              ? "Correct the schema, so that it goes with the one that the registry has, or have"
                  + " another topic: kafka.input."
              : "Correct the schema, or what the program registers under this name.");
    }
    return its.intValue();
  }

  /** True if there is a schema under a subject. */
  boolean has(String subject) {
    int status = answer(at(versions(subject))).statusCode();
    return status != NOT_FOUND;
  }

  /**
   * Takes a name out, with all that it has; nothing if there is none. What others registered under
   * it is marked as deleted alone.
   *
   * @param schema that it has
   */
  void removeName(String subject, SchemaForm schema) {
    OptionalInt version =
        schema.references().isEmpty() ? OptionalInt.empty() : version(subject, schema);
    remove(subject, name(subject));
    version.ifPresent(its -> purge(subject, its, schema));
  }

  /** Takes one schema out of a name that has others; nothing if it does not have it. */
  void remove(String subject, SchemaForm schema) {
    version(subject, schema)
        .ifPresent(
            version -> {
              remove(subject, versions(subject) + "/" + version);
              purge(subject, version, schema);
            });
  }

  /** One that is only marked as deleted still refers to others, which then cannot be deleted. */
  private void purge(String subject, int version, SchemaForm schema) {
    if (!schema.references().isEmpty()) {
      remove(subject, versions(subject) + "/" + version + "?permanent=true");
    }
  }

  private void remove(String subject, String path) {
    HttpResponse<String> answer = answer(at(path).DELETE());
    if (answer.statusCode() / 100 != 2 && answer.statusCode() != NOT_FOUND) {
      throw ReboundException.environment(
          "the schema registry at %s does not delete what %s has: %s"
              .formatted(address, subject, words(answer)),
          "Delete it by hand.");
    }
  }

  /** The schema of an id; empty if it has none, or one that is not known here. */
  Optional<SchemaForm> schema(int id) {
    HttpResponse<String> answer = answer(at("/schemas/ids/" + id));
    if (answer.statusCode() == NOT_FOUND) {
      return Optional.empty();
    }
    if (answer.statusCode() / 100 != 2) {
      throw ReboundException.environment(
          "the schema registry at %s does not give schema %s: %s"
              .formatted(address, id, words(answer)),
          remedy);
    }
    try {
      JsonNode its = content(answer);
      String language = its.path("schemaType").asText(AvroForm.LANGUAGE);
      return Optional.of(
          language.equals(ProtobufForm.LANGUAGE)
              ? new ProtobufForm(file("schema.proto", its, 0))
              : SchemaForm.of(language, its.path("schema").asText()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * A schema of Protobuf with those that it refers to; {@link IllegalArgumentException} if one is
   * not to be had.
   *
   * @param its as the registry has it
   * @param depth how many refer to one another down to it
   */
  private ProtobufFile file(String name, JsonNode its, int depth) {
    Map<String, ProtobufFile> imports = new LinkedHashMap<>();
    for (JsonNode reference : its.path("references")) {
      String other = reference.path("name").asText();
      if (ProtobufSchema.known(other)) {
        continue; // some registries tell of these, too
      }
      HttpResponse<String> answer =
          answer(
              at(
                  versions(reference.path("subject").asText())
                      + "/"
                      + reference.path("version").asInt()));
      if (answer.statusCode() / 100 != 2 || depth == DEPTH_MAX) {
        throw new IllegalArgumentException(name + " refers to " + other + ", which is not there");
      }
      imports.put(other, file(other, content(answer), depth + 1));
    }
    return new ProtobufFile(name, its.path("schema").asText(), imports);
  }

  private static String versions(String subject) {
    return name(subject) + "/versions";
  }

  private static String name(String subject) {
    return "/subjects/" + URLEncoder.encode(subject, StandardCharsets.UTF_8);
  }

  private HttpRequest.Builder at(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path));
    return user == null || user.isEmpty()
        ? request
        : request.header(
            "Authorization",
            "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)));
  }

  private JsonNode content(HttpResponse<String> answer) {
    try {
      return json.readTree(answer.body());
    } catch (JsonProcessingException e) {
      return json.missingNode();
    }
  }

  private HttpResponse<String> answer(HttpRequest.Builder request) {
    Deadline by = Deadline.after(patience);
    HttpRequest question = request.timeout(ANSWER_LIMIT).build();
    while (true) {
      String why;
      try {
        HttpResponse<String> answer =
            client.send(question, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        if (answer.statusCode() == UNKNOWN_USER || answer.statusCode() == FORBIDDEN) {
          throw refused(answer);
        }
        if (answer.statusCode() < BROKEN) {
          return answer;
        }
        why = words(answer);
      } catch (IOException e) {
        why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        why = "the wait was interrupted";
      }
      if (by.passed() || Thread.currentThread().isInterrupted()) {
        throw ReboundException.environment(
            "the schema registry at %s does not answer (asked for %s s): %s"
                .formatted(address, patience.toSeconds(), why),
            remedy);
      }
      Time.real().sleep(AGAIN);
    }
  }

  private ReboundException refused(HttpResponse<String> answer) {
    return ReboundException.badInput(
        "the schema registry at " + address + " refuses what it is asked: " + words(answer),
        ("Set %s=USER:PASSWORD in the environment that Rebound is started in, of a user who"
                + " may read and register schemas.")
            .formatted(KafkaSpec.REGISTRY_USER));
  }

  /** Its own message, or else all that it says. */
  private String words(HttpResponse<String> answer) {
    String body = content(answer).path("message").asText(answer.body()).strip();
    return "status "
        + answer.statusCode()
        + (body.isEmpty() ? "" : ", " + body.substring(0, Math.min(300, body.length())));
  }
}
