package dev.rebound.lab.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** One POST with a body that the client may take as often as it likes: what must not be. */
final class PlainPost {
  private PlainPost() {}

  public static void main(String[] arguments) throws InterruptedException {
    try {
      HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create(arguments[0]))
                  .version(HttpClient.Version.HTTP_1_1)
                  .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[64]))
                  .build(),
              HttpResponse.BodyHandlers.discarding());
    } catch (IOException e) {
      // no attempt is answered
    }
  }
}
