package dev.rebound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RateNeededTest {
  @Test
  void theRemedyIsARate() {
    String text =
        """
        name: flat
        engine: { name: faulty }
        load: { rate: max, max-records: 1000 }
        faults: [{ at: 1s, kill: worker }]
        """;
    Experiment experiment = ExperimentFile.text(text, List.of(), 1, false, Map.of()).get(0);
    assertThatThrownBy(() -> RateNeeded.by("this needs a rate", experiment))
        .isInstanceOfSatisfying(
            ReboundException.class, e -> assertThat(e.remedy()).contains("--set load.rate=2000/s"))
        .hasMessage("this needs a rate, and load.rate of flat is max");
  }
}
