package dev.rebound.lab.experiment;

import dev.rebound.analysis.units.Rate;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Works out {@code load.rate}: from a share of what the job sustains, and from {@code --scale}.
 *
 * @param file that remedies name
 * @param scale factor on the rate
 */
record LoadRate(Path file, double scale, Section schema, Capacities capacities) {
  /** Turns a share of the job's capacity into a rate, and applies the scale. */
  void resolve(Values values) {
    Values load = values.section("load");
    if (load.find("rate") instanceof RateShare share) {
      Optional<Capacity> capacity = capacities.of(schema.lines(values, 0));
      if (capacity.isEmpty()) {
        Values engine = values.section("engine");
        load.wrong(
            "rate",
            "what %s (profile %s) sustains with these settings was not measured on this machine%s"
                .formatted(
                    engine.text("name"),
                    engine.text("profile"),
                    engine.has(ProgramJar.KEY) || engine.has(OwnProgram.RUN)
                        ? " with this build of the program"
                        : ""),
            "Run ./rebound sustain %s first, with the same --set, or write a rate: 2000/s."
                .formatted(file));
        load.set("rate", new Rate(1));
        return;
      }
      load.set(LoadSpec.SHARE, new Capacity.Share(share.share(), capacity.get()));
      load.set("rate", new Rate(Math.max(1, share.share() * capacity.get().recordsPerSecond())));
    }
    Rate rate = load.rate("rate");
    load.set("rate", rate.isMax() ? rate : new Rate(rounded(rate.perSecond() * scale)));
  }

  /** Twelve digits: what a factor such as 0.05 adds beyond them is no part of the rate. */
  static double rounded(double value) {
    return BigDecimal.valueOf(value).round(new MathContext(12)).doubleValue();
  }

  /** A rate that was worked out says in the resolved file what from. */
  static String comment(Values load) {
    return load.find(LoadSpec.SHARE) instanceof Capacity.Share share
        ? "# load.rate is " + share.words() + "\n"
        : "";
  }
}
