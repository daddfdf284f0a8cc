package dev.rebound.report;

import dev.rebound.analysis.request.RequestFigures;
import dev.rebound.analysis.request.RequestSecond;
import dev.rebound.analysis.request.RequestSpan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The outcomes of the requests meant for each second, as CSV: see docs/results.md. */
final class AvailabilityCsv {
  private static final long HALF_A_SECOND = 500_000;

  private AvailabilityCsv() {}

  static void write(Path file, RequestFigures requests) throws IOException {
    try (CsvFile csv = new CsvFile(file)) {
      csv.line(
          "time",
          "second",
          "phase",
          "intended_requests",
          "accepted_requests",
          "refused_requests",
          "unknown_requests",
          "not_sent_requests",
          "failed_requests",
          "availability_share");
      for (int i = 0; i < requests.seconds().size(); i++) {
        RequestSecond second = requests.seconds().get(i);
        csv.time(second.atMicros());
        csv.cell(Integer.toString(i));
        csv.cell(phase(second.atMicros() + HALF_A_SECOND, requests.phases()));
        for (long count :
            new long[] {
              second.intended(),
              second.accepted(),
              second.refused(),
              second.unknown(),
              second.notSent(),
              second.refused() + second.unknown() + second.notSent()
            }) {
          csv.cell(Long.toString(count));
        }
        csv.number(second.availability());
        csv.end();
      }
    }
  }

  /** The phase in which most of a second lies; empty if in none that is under load. */
  private static String phase(long micros, List<RequestSpan> phases) {
    return phases.stream()
        .filter(phase -> micros >= phase.startMicros() && micros < phase.endMicros())
        .map(RequestSpan::name)
        .findFirst()
        .orElse("");
  }
}
