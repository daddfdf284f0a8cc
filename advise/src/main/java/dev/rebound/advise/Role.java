package dev.rebound.advise;

/** The purpose of a client. */
public enum Role {
  PRODUCER("producer"),
  CONSUMER("consumer"),
  /** Spring Kafka's container around a consumer, which commits for it. */
  LISTENER("listener");

  private final String word;

  Role(String word) {
    this.word = word;
  }

  /** As it is printed, and as Spring names its section. */
  public String word() {
    return word;
  }
}
