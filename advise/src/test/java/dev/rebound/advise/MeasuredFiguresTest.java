package dev.rebound.advise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Measured figures are shown with the finding that they belong to, and have a source. */
class MeasuredFiguresTest {
  private final SettingFinding one =
      Advised.by("acks", "p.properties", "acks=1", Circumstances.NONE).get(0);
  private final SettingFinding zero =
      Advised.by("acks", "p.properties", "acks=0", Circumstances.NONE).get(0);

  @Test
  void aFigureBelongsToACheckAndIfItSaysSoToAValue() throws IOException {
    MeasuredFigures measured =
        MeasuredFigures.parse(
            """
            { "about": "", "figures": [
              { "check": "acks", "key": "acks", "value": "1", "text": "made up for a test", "source": "nowhere" } ] }
            """);
    assertThat(measured.of(one))
        .map(MeasuredFigures.MeasuredFigure::text)
        .hasValue("made up for a test");
    assertThat(measured.of(zero)).isEmpty();
    assertThat(Advised.by("acks", "p.properties", "acks=${ACKS:1}", Circumstances.NONE))
        .as("a default counts as what it is")
        .allSatisfy(finding -> assertThat(measured.of(finding)).isPresent());
    assertThat(
            MeasuredFigures.parse(
                    """
                    { "about": "", "figures": [
                      { "check": "acks", "key": "acks", "text": "of any", "source": "nowhere" } ] }
                    """)
                .of(zero))
        .isPresent();
  }

  /** One check looks at several settings; a figure of one of them tells nothing of another. */
  @Test
  void aFigureBelongsToASetting() throws IOException {
    MeasuredFigures measured =
        MeasuredFigures.parse(
            """
            { "about": "", "figures": [
              { "check": "batching", "key": "batch.size", "value": "0", "text": "t", "source": "s" } ] }
            """);
    for (String setting : List.of("batch.size", "linger.ms")) {
      List<SettingFinding> found =
          Advised.by("batching", "p.properties", setting + "=0", Circumstances.NONE);
      assertThat(found).isNotEmpty();
      assertThat(found)
          .allSatisfy(
              finding ->
                  assertThat(measured.of(finding).isPresent())
                      .as(setting)
                      .isEqualTo(finding.found().key().equals("batch.size")));
    }
  }

  @Test
  void whatIsShippedNamesChecksThatThereAreAndPagesThatThereAre() {
    Path home = Path.of(System.getProperty("rebound.home", ".."));
    assertThat(MeasuredFigures.shipped().figures())
        .allSatisfy(
            figure -> {
              assertThat(Checks.names()).contains(figure.check());
              assertThat(figure.text()).isNotBlank();
              assertThat(home.resolve(figure.source())).matches(Files::exists, "is there");
            });
  }
}
