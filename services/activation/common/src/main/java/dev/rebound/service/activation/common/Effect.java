package dev.rebound.service.activation.common;

/**
 * A failed request's effect, as far as it is known. Every error answer says it in the header
 * {@value #HEADER}: who sends a request again after {@code unknown} may have it carried out twice.
 */
public enum Effect {
  /** It is certain that nothing happened, and that nothing will. */
  NONE("none"),
  /** It may have happened, or happen yet. */
  UNKNOWN("unknown");

  public static final String HEADER = "Activation-Effect";

  private final String text;

  Effect(String text) {
    this.text = text;
  }

  /** The effect of two tries of one request together. */
  public Effect and(Effect other) {
    return this == NONE ? other : this;
  }

  /** As the header says it. */
  @Override
  public String toString() {
    return text;
  }
}
