package dev.rebound.lab.advise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Measured figures are shown with the finding that they belong to, and have a source. */
class MeasuredTest {
  private final Finding one =
      Advised.by("acks", "p.properties", "acks=1", Circumstances.NONE).get(0);
  private final Finding zero =
      Advised.by("acks", "p.properties", "acks=0", Circumstances.NONE).get(0);

  @Test
  void aFigureBelongsToACheckAndIfItSaysSoToAValue() throws IOException {
    Measured measured =
        Measured.parse(
            """
            { "about": "", "figures": [
              { "check": "acks", "value": "1", "text": "made up for a test", "source": "nowhere" } ] }
            """);
    assertThat(measured.of(one)).map(Measured.Figure::text).hasValue("made up for a test");
    assertThat(measured.of(zero)).isEmpty();
    assertThat(
            Measured.parse(
                    """
                    { "about": "", "figures": [
                      { "check": "acks", "text": "of any", "source": "nowhere" } ] }
                    """)
                .of(zero))
        .isPresent();
  }

  @Test
  void whatIsShippedNamesChecksThatThereAreAndPagesThatThereAre() {
    Path home = Path.of(System.getProperty("rebound.home", ".."));
    assertThat(Measured.shipped().figures())
        .allSatisfy(
            figure -> {
              assertThat(Checks.names()).contains(figure.check());
              assertThat(figure.text()).isNotBlank();
              assertThat(home.resolve(figure.source())).matches(Files::exists, "is there");
            });
  }
}
