package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CompletionCommandTest {
  @Test
  void fishIsToldOfCommandsOfTheirOptionsAndOfWhatTakesAFile() {
    String script = script("fish");
    assertThat(script)
        .contains("set -l rebound_commands advise archive baseline bench")
        .contains(
            "complete -c rebound -n \"not __fish_seen_subcommand_from $rebound_commands\" -a 'run'")
        .contains("complete -c rebound -n \"__fish_seen_subcommand_from run\" -l junit -r -F -d")
        .contains("complete -c rebound -n \"__fish_seen_subcommand_from run\" -l scale -x -d")
        .contains("complete -c rebound -n \"__fish_seen_subcommand_from run\" -s q -l quiet -d")
        .contains("complete -c rebound -n \"__fish_seen_subcommand_from completion\" -a 'fish'")
        .contains("complete -c rebound -n \"__fish_seen_subcommand_from doctor\" -f")
        .contains(
            "\"__fish_seen_subcommand_from engines; and not __fish_seen_subcommand_from"
                + " $rebound_engines_commands\" -a 'fetch'")
        .doesNotContain("%n", "%%");
    assertThat(script.lines().filter(line -> line.contains("subcommand_from doctor\" -a")))
        .isEmpty();
  }

  @Test
  void bashAndZshReadTheSameScript() {
    assertThat(script("bash")).isEqualTo(script("zsh")).contains("_complete_rebound", "--junit");
  }

  @Test
  void anotherShellIsNamedWithThoseThatThereAre() {
    try (Printed printed = new Printed()) {
      assertThat(Main.run("completion", "tcsh")).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(printed.err()).contains("tcsh", "bash", "zsh", "fish");
    }
  }

  static String script(String shell) {
    try (Printed printed = new Printed()) {
      assertThat(Main.run("completion", shell)).isZero();
      return printed.out();
    }
  }
}
