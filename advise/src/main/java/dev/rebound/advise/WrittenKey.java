package dev.rebound.advise;

/**
 * A key and its value as they stand in a file, before anyone knows what they mean.
 *
 * @param key in full, with the keys of the maps that it stands in
 * @param line from 1
 * @param under the full key of the map, or the name of the section, that it stands in; empty if in
 *     none
 */
record WrittenKey(String key, String value, int line, String under) {
  WrittenKey(String key, String value, int line) {
    this(key, value, line, "");
  }

  /** The key without those of the maps that it stands in. */
  String own() {
    return under.isEmpty() ? key : key.substring(under.length() + 1);
  }

  /** The same under another name. */
  WrittenKey named(String other) {
    return new WrittenKey(other, value, line);
  }
}
