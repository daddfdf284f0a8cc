package dev.rebound.engine.hdfs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Asks a NameNode over HTTP how it is and what it holds. Thread-safe. */
public final class HdfsFiles {
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final int NOT_FOUND = 404;

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private final ObjectMapper json = new ObjectMapper();
  private final String address;

  /**
   * @param address of the NameNode's web server, host:port
   */
  HdfsFiles(String address) {
    this.address = address;
  }

  /**
   * Names of what lies in a folder; none if there is no such folder.
   *
   * @param folder from the slash on
   */
  public List<String> list(String folder) throws IOException {
    List<String> names = new ArrayList<>();
    try {
      for (JsonNode file :
          get("/webhdfs/v1" + folder, "op=LISTSTATUS").path("FileStatuses").path("FileStatus")) {
        names.add(file.path("pathSuffix").asText());
      }
    } catch (FileNotFoundException e) {
      return List.of();
    }
    return names;
  }

  NameNodeState state() throws IOException {
    List<JsonNode> answers = new ArrayList<>();
    for (String path : NameNodeState.PATHS) {
      String[] parts = path.split("[?]", 2);
      answers.add(get(parts[0], parts[1]));
    }
    return NameNodeState.of(answers.get(0), answers.get(1));
  }

  private JsonNode get(String path, String query) throws IOException {
    HttpResponse<byte[]> response;
    try {
      String[] at = address.split(":", 2);
      URI uri = new URI("http", null, at[0], Integer.parseInt(at[1]), path, query, null);
      response =
          client.send(
              HttpRequest.newBuilder(uri).timeout(LIMIT).build(),
              HttpResponse.BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while asking the NameNode");
    } catch (URISyntaxException e) {
      throw new IOException("no path of a file: " + path, e);
    }
    if (response.statusCode() == NOT_FOUND) {
      throw new FileNotFoundException(path);
    }
    if (response.statusCode() != 200) {
      throw new IOException(path + " was answered with status " + response.statusCode());
    }
    return json.readTree(response.body());
  }
}
