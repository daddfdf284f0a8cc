package dev.rebound.lab.oracle;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import dev.rebound.workload.OutputRecord;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The ways in which one output of a run can be wrong: each of its fields in turn, whatever form.
 */
final class Corruptions {
  /** What of an output is wrong, as a report tells of what nobody looks at. */
  enum Field {
    CONTENT,
    KEY,
    PARTITION,
    ORDER,
    TIME,
    /** What is looked at of every output. */
    IDENTITY
  }

  /** A way, and what it spoils. */
  record Corruption(String name, Field field, Consumer<MadeRun> plant) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final int WINDOW_HEADER = 64;

  private Corruptions() {}

  /**
   * All that can be done to an output.
   *
   * @param at its place
   */
  static List<Corruption> of(MadeRun run, CorrectJobs.Declared declared, int at) {
    List<Corruption> all = new ArrayList<>();
    Written output = run.outputs.get(at);
    Map<String, byte[]> others = values(declared, output);
    others.forEach(
        (name, other) ->
            all.add(
                new Corruption(
                    name.replaceFirst("^[A-Z]+ ", ""),
                    Field.valueOf(name.replaceFirst(" .*", "")),
                    its -> its.outputs.set(at, output.saying(other)))));
    if (output.value() != null) {
      boolean named = others.keySet().stream().anyMatch(name -> name.contains(" id's "));
      boolean known = named || tagless(declared, output);
      all.add(
          new Corruption(
              "tombstone",
              known ? Field.IDENTITY : Field.CONTENT,
              its -> its.outputs.set(at, output.saying(null))));
    }
    Written other = ofAnotherKey(run, output);
    if (other != null && !declared.updates()) { // whose values are as right for another key
      all.add(
          new Corruption(
              "another's key", Field.KEY, its -> its.outputs.set(at, output.keyed(other.key()))));
    }
    if (!run.requested() || output.key() != null) { // rows have none
      all.add(
          new Corruption(
              "key", Field.KEY, its -> its.outputs.set(at, output.keyed(more(output.key())))));
    }
    if (!run.requested() && !readout(output)) {
      all.add(
          new Corruption(
              "partition",
              Field.PARTITION,
              its ->
                  its.outputs.set(at, output.on((output.partition() + 1) % MadeRun.PARTITIONS))));
    }
    byte[] tag = output.tag();
    if (tag != null && declared.id().isEmpty()) {
      all.add(tagged("header's generator", Field.IDENTITY, at, output, tag, 0));
      all.add(tagged("header's sequence", Field.IDENTITY, at, output, tag, 1));
      all.add(tagged("header's time", Field.TIME, at, output, tag, 2));
      if (!declared.workload().equals("events")) { // whose values have the id, too
        all.add(
            new Corruption(
                "header", Field.IDENTITY, its -> its.outputs.set(at, output.tagged(null))));
      }
    }
    int next = nextOfKey(run, at);
    if (next > 0) {
      all.add(
          new Corruption(
              "order",
              Field.ORDER,
              its -> {
                its.outputs.set(at, run.outputs.get(next));
                its.outputs.set(next, output);
              }));
    }
    all.add(
        new Corruption(
            "isolation", Field.IDENTITY, its -> its.outputs.set(at, output.seen(true, false))));
    return all;
  }

  /** True if nothing but its value says which output it is. */
  private static boolean tagless(CorrectJobs.Declared declared, Written output) {
    return output.tag() == null && !declared.updates();
  }

  private static @Nullable Written ofAnotherKey(MadeRun run, Written output) {
    return run.outputs.stream()
        .filter(other -> other.topic() == output.topic())
        .filter(other -> other.key() != null && !Arrays.equals(other.key(), output.key()))
        .findFirst()
        .orElse(null);
  }

  /** True of what a closing round brought for a rule that nothing matched: it owes nothing. */
  static boolean ofNothing(Written output) {
    byte[] value = output.value();
    return readout(output) && value != null && OutputRecord.decode(value).count() == 0;
  }

  /** True of what a closing round brought: it may come as often as it likes. */
  static boolean readout(Written output) {
    byte[] value = output.value();
    return value != null && value.length == OutputRecord.BYTES && value[0] == 1 && value[1] == 1;
  }

  private static Corruption tagged(
      String name, Field field, int at, Written output, byte[] tag, int part) {
    String[] parts = new String(tag, US_ASCII).split(":", -1);
    parts[part] = Long.toString(Long.parseLong(parts[part]) + (part == 1 ? 1_000_000 : 1));
    byte[] other = String.join(":", parts).getBytes(US_ASCII);
    return new Corruption(name, field, its -> its.outputs.set(at, output.tagged(other)));
  }

  private static byte[] more(byte @Nullable [] key) {
    byte[] longer = key == null ? new byte[1] : Arrays.copyOf(key, key.length + 1);
    longer[longer.length - 1] = 'x';
    return longer;
  }

  /** The next output of the same key on the same partition that says another thing; -1 if none. */
  private static int nextOfKey(MadeRun run, int at) {
    Written output = run.outputs.get(at);
    for (int i = at + 1; i < run.outputs.size(); i++) {
      Written other = run.outputs.get(i);
      if (other.topic() == output.topic()
          && other.partition() == output.partition()
          && keyOf(output) != null
          && Arrays.equals(keyOf(other), keyOf(output))
          && readout(other) == readout(output)
          && !Arrays.equals(other.value(), output.value())) {
        return i;
      }
    }
    return -1;
  }

  /** The key of its record, or the rule or address that it names itself. */
  private static byte @Nullable [] keyOf(Written output) {
    byte[] value = output.value();
    boolean ours = value != null && value.length >= WINDOW_HEADER && value[0] <= 2;
    return output.key() == null && value != null && ours
        ? Arrays.copyOfRange(value, 4, 8)
        : output.key();
  }

  /** By field, what the value of an output says where that alone is wrong. */
  private static Map<String, byte[]> values(CorrectJobs.Declared declared, Written output) {
    byte[] value = output.value();
    Map<String, byte[]> others = new TreeMap<>();
    if (value == null) {
      return others;
    }
    if (value.length == OutputRecord.BYTES && value[0] == 1) {
      keyed(value, others);
    } else if (value.length >= WINDOW_HEADER && value[0] == 2) {
      window(value, others);
    } else if (value.length > 0 && value[0] == '{') {
      json(declared, CorrectJobs.json(value), "$", CorrectJobs.json(value), others);
    } else {
      String text = new String(value, UTF_8);
      String[] columns = text.split("\u001f", -1);
      for (int i = 0; i < columns.length; i++) {
        String[] other = columns.clone();
        other[i] = other[i] + "x";
        others.put(
            (i == 1 ? "IDENTITY" : i == 0 && columns.length > 1 ? "TIME" : "CONTENT")
                + " column "
                + i,
            String.join("\u001f", other).getBytes(UTF_8));
      }
    }
    return others;
  }

  /** An {@link OutputRecord}; who emitted it is told in examples, and says nothing of it. */
  private static void keyed(byte[] value, Map<String, byte[]> others) {
    others.put("IDENTITY rule", added(value, 7, 1));
    if (value[1] == 0) {
      others.put("IDENTITY generator", added(value, 3, 1));
      others.put("IDENTITY sequence", added(value, 15, 1));
      others.put("TIME time", added(value, 23, 1));
    }
    others.put("CONTENT count", added(value, 31, 1));
    others.put("CONTENT checksum", added(value, 39, 1));
  }

  private static void window(byte[] value, Map<String, byte[]> others) {
    others.put("IDENTITY address", added(value, 7, 1));
    others.put("CONTENT count", added(value, 15, 1));
    others.put("CONTENT oldest", added(value, 23, 1));
    others.put("CONTENT newest", added(value, 31, 1));
    others.put("CONTENT checksum", added(value, 39, 1));
    if (value.length > WINDOW_HEADER) {
      others.put("IDENTITY visit", added(value, WINDOW_HEADER + 7, 1));
      others.put("CONTENT time of a visit", added(value, WINDOW_HEADER + 15, 1));
    }
  }

  private static byte[] added(byte[] value, int at, int by) {
    byte[] other = value.clone();
    other[at] = (byte) (other[at] + by);
    return other;
  }

  private static void json(
      CorrectJobs.Declared declared,
      JsonNode whole,
      String at,
      JsonNode node,
      Map<String, byte[]> others) {
    if (node instanceof ObjectNode object) {
      object
          .fieldNames()
          .forEachRemaining(
              name -> json(declared, whole, at + "." + name, object.get(name), others));
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        json(declared, whole, at + "[" + i + "]", array.get(i), others);
      }
    } else if (declared.id().contains(at)) {
      id(whole, at, node, others);
    } else {
      boolean events = declared.workload().equals("events") && at.equals("$.id");
      others.put(
          "CONTENT " + at,
          with(whole, at, old -> events ? text(old.asText() + "0") : another(old)));
    }
  }

  private static void id(JsonNode whole, String at, JsonNode id, Map<String, byte[]> others) {
    String text = id.asText();
    if (id.isNumber()) {
      others.put("IDENTITY id's number", with(whole, at, old -> number(old.asLong() + 1_000_000)));
    } else if (text.startsWith("A-") || text.startsWith("S-")) {
      others.put("TIME id's prefix", with(whole, at, old -> text("Z" + text)));
      others.put("TIME id's time", with(whole, at, old -> text(text + "1")));
      others.put(
          "IDENTITY id's sequence",
          with(whole, at, old -> text(text.replaceFirst("-([0-9]+)-([0-9a-z]+)$", "-9$1-$2"))));
    } else {
      char last = text.charAt(text.length() - 1);
      others.put(
          "TIME id's time",
          with(
              whole,
              at,
              old -> text(text.substring(0, text.length() - 1) + (last == '0' ? '1' : '0'))));
      others.put("IDENTITY id's sequence", with(whole, at, old -> text("7" + text.substring(1))));
    }
  }

  private static ValueNode text(String text) {
    return TextNode.valueOf(text);
  }

  private static ValueNode number(long number) {
    return LongNode.valueOf(number);
  }

  private static JsonNode another(JsonNode old) {
    return old.isNumber()
        ? DecimalNode.valueOf(old.decimalValue().add(BigDecimal.valueOf(1_000_003)))
        : text(old.asText() + "x");
  }

  private static byte[] with(JsonNode whole, String at, UnaryOperator<JsonNode> change) {
    JsonNode copy = whole.deepCopy();
    String[] way = at.substring(2).split("[.]", -1);
    JsonNode parent = copy;
    for (int i = 0; i + 1 < way.length; i++) {
      parent = parent.get(way[i]);
    }
    ObjectNode its = (ObjectNode) parent;
    String name = way[way.length - 1];
    its.set(name, change.apply(its.get(name)));
    return CorrectJobs.bytes(copy);
  }
}
