package dev.rebound.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The form of a request to a service, beside its address and its body.
 *
 * @param method of HTTP
 * @param headers beside the usual ones, each {@code name: value}; a value may have what stands for
 *     the request in its body, too
 */
public record RequestForm(String method, List<String> headers) {
  /** The form where nothing is said. */
  public static final RequestForm POST = new RequestForm("POST", List.of());

  /** The methods that there are. */
  public static final List<String> METHODS = List.of("POST", "PUT", "PATCH", "GET", "DELETE");

  private static final Set<String> WITHOUT_BODY = Set.of("GET", "DELETE");

  public RequestForm {
    headers = List.copyOf(headers);
  }

  /** True if a request has a body. */
  public boolean hasBody() {
    return !WITHOUT_BODY.contains(method);
  }

  /** Values by the names of headers. */
  public Map<String, String> named() {
    Map<String, String> named = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String header : headers) {
      int colon = header.indexOf(':');
      named.put(header.substring(0, colon).strip(), header.substring(colon + 1).strip());
    }
    return named;
  }
}
