package dev.rebound.cli;

import static dev.rebound.cli.PipelineScripts.HOME;
import static dev.rebound.cli.PipelineScripts.SCRIPT;
import static dev.rebound.cli.PipelineScripts.TEMPLATE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The files for pipelines agree with each other, and with this version. */
class PipelineScriptsTest {
  private static final String COPY = "    - |\n";
  private static final Pattern USED = Pattern.compile("uses: (\\S+)(.*)");
  private static final Pattern PINNED = Pattern.compile("\\S+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+");
  private static final Pattern VARIABLE = Pattern.compile("\\bREBOUND_[A-Z]+");

  @Test
  void theTemplateHoldsTheScriptWordForWord() throws IOException {
    String template = Files.readString(TEMPLATE);
    String head = template.substring(0, template.indexOf(COPY) + COPY.length());
    String copy =
        Files.readString(SCRIPT)
            .lines()
            .map(line -> line.isEmpty() ? "\n" : "      " + line + "\n")
            .collect(Collectors.joining());
    if ("write".equals(System.getProperty("rebound.golden"))) {
      Files.writeString(TEMPLATE, head + copy);
    }
    assertThat(Files.readString(TEMPLATE))
        .as("templates/rebound.yml (write it with -Drebound.golden=write)")
        .isEqualTo(head + copy);
  }

  @Test
  void theActionTellsTheScriptAllThatItAsksFor() throws IOException {
    Set<String> asked = new TreeSet<>();
    VARIABLE.matcher(Files.readString(SCRIPT)).results().forEach(it -> asked.add(it.group()));
    assertThat(PipelineScripts.environment(Map.of())).containsOnlyKeys(asked);
    asked.remove("REBOUND_CHECKOUT");
    Map<?, ?> job = PipelineScripts.job(Map.of("version", "1"));
    assertThat(names(PipelineScripts.at(job, "variables"))).containsAll(asked);
  }

  @Test
  void theTemplateHasTheActionsInputs() throws IOException {
    Set<String> inputs = names(PipelineScripts.at(PipelineScripts.action(), "inputs"));
    Set<String> template = names(PipelineScripts.templateInputs());
    inputs.remove("artifact");
    template.removeAll(List.of("job", "stage"));
    assertThat(template).isEqualTo(inputs);
  }

  @Test
  void actionsOfOthersArePinned() throws IOException {
    try (Stream<Path> workflows = Files.list(HOME.resolve(".github/workflows"))) {
      List<Path> files =
          Stream.concat(workflows, Stream.of(HOME.resolve("action.yml"))).sorted().toList();
      assertThat(files).hasSizeGreaterThan(3);
      for (Path file : files) {
        for (MatchResult used : USED.matcher(Files.readString(file)).results().toList()) {
          String what = used.group(1) + used.group(2);
          assertThat(what.equals("./") || PINNED.matcher(what).matches())
              .as("%s: %s", file, what)
              .isTrue();
        }
      }
    }
    assertThat("actions/cache@v5").doesNotMatch(PINNED);
  }

  @Test
  void thePageShowsInputsThatThereAre() throws IOException {
    Set<String> inputs = names(PipelineScripts.at(PipelineScripts.action(), "inputs"));
    String page = Files.readString(HOME.resolve("docs/in-a-pipeline.md"));
    Pattern steps = Pattern.compile("uses: rebound-lab/rebound@.*\n +with:\n((?: {10}.*\n)+)");
    List<MatchResult> shown = steps.matcher(page).results().toList();
    assertThat(shown).isNotEmpty();
    for (MatchResult step : shown) {
      assertThat(step.group(1).lines().map(line -> line.strip().replaceAll(":.*", "")))
          .isSubsetOf(inputs);
    }
  }

  @Test
  void theChangeLogAndTheCitationAreOfThisVersion() throws IOException {
    String pom = Files.readString(HOME.resolve("pom.xml"));
    String version =
        Pattern.compile("\n  <version>(.*?)(-SNAPSHOT)?</version>")
            .matcher(pom)
            .results()
            .findFirst()
            .orElseThrow()
            .group(1);
    assertThat(HOME.resolve("CHANGELOG.md")).content().contains("\n## [" + version + "]");
    assertThat(HOME.resolve("CITATION.cff")).content().contains("\nversion: " + version + "\n");
  }

  private static Set<String> names(Map<?, ?> keys) {
    return keys.keySet().stream()
        .map(Object::toString)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
