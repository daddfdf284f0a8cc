package dev.rebound.workload;

/** Takes a record that is to be sent, part by part. For use by one thread. */
public interface RecordSink {
  /**
   * The bytes of the value, for the caller to fill; whatever was in them is still there. The same
   * array may come again with the next record.
   */
  byte[] value(int length);

  /** Sets the key; without this call there is none. */
  void key(byte[] key);

  /** Adds a header. */
  void header(String name, byte[] value);
}
