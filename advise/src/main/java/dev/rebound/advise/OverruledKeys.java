package dev.rebound.advise;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Keys that are written twice, of which the last one counts. */
final class OverruledKeys {
  private OverruledKeys() {}

  /**
   * The earlier ones.
   *
   * @param name what makes two keys the same
   */
  static List<Setting> in(
      List<WrittenKey> keys,
      Function<WrittenKey, String> name,
      Function<WrittenKey, Setting> setting) {
    Map<String, WrittenKey> last = new LinkedHashMap<>();
    List<Setting> overruled = new ArrayList<>();
    for (WrittenKey key : keys) {
      WrittenKey before = last.put(name.apply(key), key);
      if (before != null && !before.value().strip().equals(key.value().strip())) {
        overruled.add(setting.apply(before));
      }
    }
    return List.copyOf(overruled);
  }
}
