package dev.rebound.campaign.sustain;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * {@code sustain.json}, all that a search found, and {@code sustain.csv}, a line per trial.
 * Durations are milliseconds there; what is not known is null or empty.
 */
public final class SustainFile {
  /** The name of the file that holds all of it. */
  public static final String NAME = "sustain.json";

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .registerModule(
              new SimpleModule()
                  .addSerializer(Duration.class, new Millis())
                  .addSerializer(Double.class, new KnownDouble())
                  .addSerializer(double.class, new KnownDouble()));

  private SustainFile() {}

  /** Writes both into the search's folder. */
  public static void write(Path folder, SustainResult found) {
    try {
      Files.writeString(folder.resolve(NAME), json(found), StandardCharsets.UTF_8);
      Files.writeString(folder.resolve("sustain.csv"), csv(found), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot write to " + folder + ": " + e.getMessage(),
          "Free disk space, or choose another folder with --runs.",
          e);
    }
  }

  /** A value as {@code sustain.json} writes it. */
  public static String json(Object found) throws IOException {
    return JSON.writeValueAsString(found) + "\n";
  }

  private static String csv(SustainResult found) {
    StringBuilder csv =
        new StringBuilder(
            "trial,rate_records_per_second,outcome,started_seconds,backlog_records_per_second,"
                + "backlog_share,sent_share,latency_p99_ms,output_records_per_second,cpu_share,reason\n");
    for (Trial trial : found.trials()) {
      TrialJudgement j = trial.judgement();
      csv.append(trial.number()).append(',').append(number(trial.ratePerSecond())).append(',');
      csv.append(j.outcome()).append(',').append(number(trial.startedSeconds())).append(',');
      csv.append(number(j.backlogPerSecond())).append(',').append(number(j.backlogShare()));
      csv.append(',').append(number(j.sentShare())).append(',').append(number(j.p99Millis()));
      csv.append(',').append(number(j.outputPerSecond())).append(',').append(number(j.cpuShare()));
      csv.append(",\"").append(j.reason().replace("\"", "\"\"")).append("\"\n");
    }
    return csv.toString();
  }

  private static String number(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.4f", value) : "";
  }

  private static final class Millis extends JsonSerializer<Duration> {
    @Override
    public void serialize(Duration value, JsonGenerator to, SerializerProvider provider)
        throws IOException {
      to.writeNumber(value.toMillis());
    }
  }

  private static final class KnownDouble extends JsonSerializer<Double> {
    @Override
    public void serialize(Double value, JsonGenerator to, SerializerProvider provider)
        throws IOException {
      if (Double.isFinite(value)) {
        to.writeNumber(Math.round(value * 1e4) / 1e4);
      } else {
        to.writeNull();
      }
    }
  }
}
