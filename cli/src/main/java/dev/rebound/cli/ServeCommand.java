package dev.rebound.cli;

import dev.rebound.analysis.RunFiles;
import dev.rebound.base.Folders;
import dev.rebound.report.live.LiveServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code serve}: shows a folder of runs in the browser, those that go on, too. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Show all runs of a folder in the browser, until Ctrl-C.",
      "They can be filtered and compared, and those that go on are drawn as they do. It only reads, and answers this machine alone."
    })
final class ServeCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FOLDER",
      arity = "0..1",
      description = "Folder of runs, or a single run (default: runs).")
  Path folder = Folders.ofRuns();

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Port on 127.0.0.1 (default: any that is free).")
  int port;

  @Option(names = "--print", description = "Only print the address.")
  boolean print;

  @Override
  public Integer call() throws InterruptedException {
    Path run = folder.toAbsolutePath().normalize();
    Path above = run.getParent();
    boolean single = Files.isRegularFile(run.resolve(RunFiles.JOURNAL)) && above != null;
    CountDownLatch end = new CountDownLatch(1);
    try (LiveServer server =
        LiveServer.start(single && above != null ? above : folder, port, null)) {
      Interrupts.handle(end::countDown);
      var page = single ? server.address(run) : server.address();
      OutputOptions.out().println(page + "  (Ctrl-C ends it)");
      if (!print && !Browser.open(page)) {
        System.err.println("No browser could be started here: open the address above in one.");
      }
      end.await();
    }
    return ExitCode.PASS;
  }
}
