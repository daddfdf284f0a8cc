package dev.rebound.lab.forwarder;

import java.util.List;
import java.util.Map;

/**
 * What there is between victims and their peers at a moment.
 *
 * @param connections that are open, those that are hung too
 * @param hung of them, half-open for good
 * @param heldForth bytes that victims have sent and a rule keeps; what senders and the system keep
 *     besides, as nobody takes it, is not in it
 * @param heldBack likewise bytes that are for victims
 * @param waiting bytes that wait for nothing but their reader
 * @param unreadable connections to a broker whose requests are not to be read, as TLS's
 */
public record LinkState(
    int connections, int hung, long heldForth, long heldBack, long waiting, int unreadable) {
  static final LinkState NONE = new LinkState(0, 0, 0, 0, 0, 0);

  LinkState plus(LinkState other) {
    return new LinkState(
        connections + other.connections,
        hung + other.hung,
        heldForth + other.heldForth,
        heldBack + other.heldBack,
        waiting + other.waiting,
        unreadable + other.unreadable);
  }

  String text() {
    return "connections=%d hung=%d held.forth=%d held.back=%d waiting=%d unreadable=%d"
        .formatted(connections, hung, heldForth, heldBack, waiting, unreadable);
  }

  static LinkState parse(List<String> words) {
    Map<String, String> values = Rule.values(words);
    return new LinkState(
        (int) Rule.whole(values, "connections"),
        (int) Rule.whole(values, "hung"),
        Rule.whole(values, "held.forth"),
        Rule.whole(values, "held.back"),
        Rule.whole(values, "waiting"),
        (int) Rule.whole(values, "unreadable"));
  }
}
