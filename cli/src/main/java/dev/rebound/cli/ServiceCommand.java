package dev.rebound.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code service}: systems that experiments study, to be used alone. */
@Command(
    name = "service",
    mixinStandardHelpOptions = true,
    description = "Start a system that experiments study, to use it by hand.",
    synopsisSubcommandLabel = "NAME",
    subcommands = {ActivationCommand.class})
final class ServiceCommand implements Callable<Integer> {
  @CommandLine.Spec CommandLine.Model.@org.jspecify.annotations.Nullable CommandSpec spec;

  @Override
  public Integer call() {
    if (spec != null) {
      spec.commandLine().usage(spec.commandLine().getOut());
    }
    return ExitCode.PASS;
  }
}
