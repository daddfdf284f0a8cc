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
      "Print a script that completes commands, options and files in a shell.",
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
      System.out.print(
          switch (shell) {
            // The script for bash sees by itself when it is read by zsh.
            case bash, zsh -> AutoComplete.bash(line.getCommandName(), line);
            case fish -> FishCompletion.of(line.getCommandSpec());
          });
    }
    return ExitCode.PASS;
  }
}
