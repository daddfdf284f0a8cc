package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CompletionCommandTest {
  @Test
  void fishAsksTheScriptOfBash() {
    String quoted = script("bash").replace("\\", "\\\\").replace("'", "\\'");
    assertThat(script("fish"))
        .contains(quoted)
        .contains("complete -c rebound -f -a '(__rebound_complete)'")
        .contains("printf \"%s\\n\" \"${COMPREPLY[@]}\"");
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
