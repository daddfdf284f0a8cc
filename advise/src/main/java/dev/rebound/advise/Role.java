package dev.rebound.advise;

/** The purpose of a client. */
public enum Role {
  PRODUCER("producer"),
  CONSUMER("consumer"),
  /** Spring Kafka's container around a consumer, which commits for it. */
  LISTENER("listener"),
  /** What else stands around clients: a worker of Connect, a topology, a channel. */
  RUNTIME("runtime");

  private final String word;

  Role(String word) {
    this.word = word;
  }

  /** As it is printed, and as Spring names its section. */
  public String word() {
    return word;
  }
}
