package dev.rebound.service.activation.common;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.PastOrPresent;
import jakarta.validation.constraints.Pattern;
import java.time.LocalDate;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request to activate a user: general data, an address, and how to contact them. Clients post it,
 * one service posts it to the other, and, as JSON, it is the value of a record of the topic.
 *
 * @param requestId says which request it is, however often it comes; up to 100 visible ASCII
 *     characters. A client may leave it out, and is told the one that it was given
 */
public record ActivationRequest(
    @Pattern(regexp = "[\\x21-\\x7e]{1,100}", message = "must be 1 to 100 visible ASCII characters")
        @Nullable String requestId,
    @NotNull @Valid User user,
    @NotNull @Valid Address address,
    @NotNull @Valid Contact contact) {

  /** Who is activated. */
  public record User(
      @Text String userName,
      @Text String firstName,
      @Text String lastName,
      @Text @Email String email,
      @NotNull @PastOrPresent LocalDate birthDate) {}

  /** Where they live; the country by its two letters. */
  public record Address(
      @Text String street,
      @Text String city,
      @Text String postalCode,
      @NotNull @Pattern(regexp = "[A-Z]{2}", message = "must be a country's two letters")
          String country) {}

  /** How they want to be told. */
  public record Contact(
      @Text String phone,
      @NotNull @Pattern(regexp = "email|phone|post", message = "must be email, phone or post")
          String channel) {}

  /** This request, with an identity: its own, or a new one if it has none. */
  public ActivationRequest identified() {
    return requestId == null
        ? new ActivationRequest(UUID.randomUUID().toString(), user, address, contact)
        : this;
  }

  /** The identity of an identified request; {@link NullPointerException} if it has none. */
  public String identity() {
    return Objects.requireNonNull(requestId, "the request has no requestId yet");
  }
}
