package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.Incident;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The table of docs/incidents.md is what the files say, and each has a section; {@code
 * -Drebound.golden=write} writes the table.
 */
class IncidentsPageTest {
  private static final Path PAGE = Home.path().resolve("docs/incidents.md");
  private static final String BEGIN =
      "<!-- This table is made of the files by IncidentsPageTest. -->\n";
  private static final String END = "<!-- Its end. -->\n";
  private static final Pattern JIRA = Pattern.compile("[A-Z]+-\\d+");
  private static final Pattern GITHUB =
      Pattern.compile("/[^/]+/([^/]+)/(?:issues|pull|discussions)/(\\d+).*");
  private static final String STACK_OVERFLOW = "stackoverflow.com";

  @Test
  void theTableIsWhatTheFilesSay() throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    assertThat(begin).isLessThanOrEqualTo(end);
    String table = table(page);
    if ("write".equals(System.getProperty("rebound.golden"))) {
      page = page.substring(0, begin) + table + page.substring(end);
      Files.writeString(PAGE, page);
    }
    assertThat(page.substring(begin, page.indexOf(END)))
        .as("%s (write it with -Drebound.golden=write)", PAGE)
        .isEqualTo(table);
  }

  private static String table(String page) {
    List<Incident> incidents =
        Incident.in(Incident.shipped(Home.path())).stream()
            .sorted(
                Comparator.comparing((Incident incident) -> incident.told().shown().get(0))
                    .thenComparing(Incident::name))
            .toList();
    StringBuilder table =
        new StringBuilder("\n| symptom | system | shown | fixed | min | report |\n");
    table.append("|---|---|---|---|---|---|\n");
    for (Incident incident : incidents) {
      table.append(
          "| [%s](#%s) | %s | FAIL: %s | PASS | %d | %s |%n"
              .formatted(
                  incident.told().symptom(),
                  anchor(incident, page),
                  incident.told().system(),
                  String.join(", ", incident.told().shown()),
                  incident.told().minutes(),
                  incident.told().reports().stream()
                      .map(report -> "[" + label(URI.create(report)) + "](" + report + ")")
                      .collect(Collectors.joining(", "))));
    }
    return table.append('\n').toString();
  }

  /** That of the heading above the command which runs it. */
  private static String anchor(Incident incident, String page) {
    Matcher command =
        Pattern.compile("rebound incident run " + Pattern.quote(incident.name()) + "\\b(?!-)")
            .matcher(page);
    int at = command.results().mapToInt(MatchResult::start).max().orElse(0);
    String before = page.substring(0, at);
    assertThat(before).as("docs/incidents.md: a section of %s", incident.name()).contains("\n## ");
    int heading = Math.max(before.lastIndexOf("\n## "), before.lastIndexOf("\n### "));
    String title = before.substring(heading + 1, before.indexOf('\n', heading + 1));
    return title
        .replaceFirst("#+ ", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9 _-]", "")
        .replace(' ', '-');
  }

  private static String label(URI report) {
    String path = report.getPath();
    Matcher github = GITHUB.matcher(path);
    if (github.matches()) {
      return github.group(1) + " " + github.group(2);
    }
    String last = path.replaceFirst("/$", "").replaceFirst(".*/", "");
    Matcher jira = JIRA.matcher(last);
    return jira.lookingAt() ? jira.group() : host(report);
  }

  private static String host(URI report) {
    return report.getHost().endsWith(STACK_OVERFLOW)
        ? "Stack Overflow"
        : report.getHost().replaceFirst("^(www|docs)\\.", "");
  }
}
