package dev.rebound.advise;

/**
 * A key and its value as they stand in a file, before anyone knows what they mean.
 *
 * @param line from 1
 */
record WrittenKey(String key, String value, int line) {}
