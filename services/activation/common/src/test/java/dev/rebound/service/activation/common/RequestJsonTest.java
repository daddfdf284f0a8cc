package dev.rebound.service.activation.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class RequestJsonTest {
  private static final String VALID =
      """
      {"requestId":"r-0-17",
       "user":{"userName":"u-0-17","firstName":"Ana","lastName":"Pop","email":"ana@example.org",
               "birthDate":"1990-02-28"},
       "address":{"street":"Iuliu Maniu 1","city":"Bucharest","postalCode":"061071","country":"RO"},
       "contact":{"phone":"+40 21 402 9100","channel":"email"}}
      """;

  private static final ValidatorFactory VALIDATORS = Validation.buildDefaultValidatorFactory();

  private final RequestJson json =
      new RequestJson(JsonMapper.builder().build(), VALIDATORS.getValidator());

  @AfterAll
  static void close() {
    VALIDATORS.close();
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    ActivationRequest request = read(VALID);
    assertThat(request.identity()).isEqualTo("r-0-17");
    assertThat(request.user().birthDate()).isEqualTo(LocalDate.of(1990, 2, 28));
    assertThat(request.contact().channel()).isEqualTo("email");
    assertThat(json.read(json.write(request))).isEqualTo(request);
  }

  @Test
  void aDateIsWrittenAsClientsWriteIt() {
    assertThat(new String(json.write(read(VALID)), StandardCharsets.UTF_8))
        .contains("\"birthDate\":\"1990-02-28\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"r-0-17\"            | null             | requestId is missing",
        "\"r-0-17\"            | \"\"             | requestId must be",
        "\"r-0-17\"            | \"two words\"    | requestId must be",
        "\"u-0-17\"            | null             | user.userName must",
        "\"u-0-17\"            | \" \"            | user.userName must",
        "\"Ana\"               | \"A\\u0000na\"   | user.firstName must not contain control",
        "\"ana@example.org\"   | \"nobody\"       | user.email must be",
        "\"1990-02-28\"        | \"2990-02-28\"   | user.birthDate must be",
        "\"1990-02-28\"        | \"yesterday\"    | LocalDate",
        "\"RO\"                | \"Romania\"      | address.country must be",
        "\"email\"             | \"pigeon\"       | contact.channel must be email, phone or post",
      })
  void whatIsWrongIsNamed(String right, String wrong, String named) {
    assertThat(VALID).contains(right);
    assertThatThrownBy(() -> read(VALID.replace(right, wrong)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(named);
  }

  @Test
  void longTextIsRefused() {
    assertThatThrownBy(() -> read(VALID.replace("Bucharest", "B".repeat(201))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("address.city");
    assertThat(read(VALID.replace("Bucharest", "B".repeat(200))).address().city()).hasSize(200);
  }

  @Test
  void whatIsMissingIsNamed() {
    assertThatThrownBy(() -> read("{\"requestId\":\"r-1\"}"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("user must not be null")
        .hasMessageContaining("address must not be null")
        .hasMessageContaining("contact must not be null");
  }

  @Test
  void bytesThatAreNoRequestAreRefused() {
    for (String bytes : new String[] {"", "null", "[]", "no JSON", "{\"requestId\":"}) {
      assertThatThrownBy(() -> read(bytes)).isInstanceOf(InvalidRequestException.class);
    }
    assertThatThrownBy(() -> json.read(null)).isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> json.read(new byte[] {(byte) 0xff, (byte) 0xfe}))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void aRequestWithoutIdentityIsGivenOneAndAnotherKeepsItsOwn() {
    ActivationRequest request = read(VALID);
    assertThat(request.identified()).isSameAs(request);
    ActivationRequest nameless =
        new ActivationRequest(null, request.user(), request.address(), request.contact());
    assertThat(nameless.identified().identity()).isNotBlank();
    assertThat(nameless.identified().identity()).isNotEqualTo(nameless.identified().identity());
    assertThatThrownBy(nameless::identity).isInstanceOf(NullPointerException.class);
  }

  private ActivationRequest read(String text) {
    return json.read(text.getBytes(StandardCharsets.UTF_8));
  }
}
