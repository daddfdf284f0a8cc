package dev.rebound.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code completion}: a script by which a shell completes commands, options and files. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = {
      "Print a script that completes words in a shell.",
      "It completes commands, options and files.",
      "",
      "bash, zsh:  source <(./rebound completion bash)",
      "fish:       ./rebound completion fish | source",
      ""
    })
final class CompletionCommand implements Callable<Integer> {
  /** The shells. */
  enum Shell {
    bash,
    zsh,
    fish
  }

  @Parameters(paramLabel = "SHELL", description = "One of ${COMPLETION-CANDIDATES}.")
  Shell shell = Shell.bash;

  @CommandLine.Spec CommandLine.Model.@Nullable CommandSpec spec;

  @Override
  public Integer call() {
    if (spec != null) {
      CommandLine line = spec.root().commandLine();
      // It sees by itself when it is read by zsh.
      String script = AutoComplete.bash(line.getCommandName(), line);
      System.out.print(shell == Shell.fish ? inFish(line.getCommandName(), script) : script);
    }
    return ExitCode.PASS;
  }

  /** The script of bash, which a bash is asked with what was typed into fish. */
  private static String inFish(String command, String script) {
    return """
        # Completion of %1$s for fish: what %1$s offers in bash.
        set -g __%1$s_completion '%2$s'
        function __%1$s_complete
          bash -c $__%1$s_completion'
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _complete_%1$s; printf "%%s\\n" "${COMPREPLY[@]}"
        ' bash (commandline -opc) (commandline -ct) 2>/dev/null
        end
        complete -c %1$s -e
        complete -c %1$s -f -a '(__%1$s_complete)'
        """
        .formatted(command, script.replace("\\", "\\\\").replace("'", "\\'"));
  }
}
