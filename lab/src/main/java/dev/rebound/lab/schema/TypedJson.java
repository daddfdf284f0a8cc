package dev.rebound.lab.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.workload.OptionProblem;
import java.math.BigDecimal;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A value of JSON of which a schema says the type. What is of another one is a {@link
 * OptionProblem}.
 *
 * @param path of the value in the record
 * @param type in words
 */
record TypedJson(JsonNode json, String path, Supplier<String> type) {
  OptionProblem wrong() {
    return SchemaMismatch.value(path, json, type.get());
  }

  void require(boolean right) {
    if (!right) {
      throw wrong();
    }
  }

  String text() {
    require(json.isTextual());
    return json.textValue();
  }

  boolean logical() {
    require(json.isBoolean());
    return json.booleanValue();
  }

  double float64() {
    require(json.isNumber() && Double.isFinite(json.doubleValue()));
    return json.doubleValue();
  }

  /** A number that a float has as it is, or that it is written as. */
  float float32() {
    float its = json.floatValue();
    require(
        json.isNumber()
            && Float.isFinite(its)
            && (its == json.doubleValue()
                || new BigDecimal(Float.toString(its)).compareTo(json.decimalValue()) == 0));
    return its;
  }

  /** What is worked out of a number, or of a text that is one, where that is exact. */
  <T> T exact(Function<BigDecimal, T> form) {
    require(json.isNumber() || json.isTextual());
    try {
      return form.apply(json.isNumber() ? json.decimalValue() : new BigDecimal(json.textValue()));
    } catch (ArithmeticException | NumberFormatException e) {
      throw wrong();
    }
  }
}
