package dev.rebound.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Every command of {@code docs/tutorial}, in the order of its pages, in one folder, with the
 * release that was built: {@code target/tutorial} has what they left. With {@code
 * -Drebound.golden=write} promises are shown in full, and the pages are given what the commands
 * said; {@code -Dtutorial.from=5} goes on from the fifth page.
 */
@Tag("process")
@Tag("thorough")
@Tag("alone")
@EnabledOnOs({OS.LINUX, OS.MAC})
class TutorialIT {
  private static final Path HOME =
      Path.of(System.getProperty("rebound.home", "..")).toAbsolutePath().normalize();
  private static final boolean WRITES = "write".equals(System.getProperty("rebound.golden"));

  private final TutorialShell shell = new TutorialShell(HOME.resolve("target/tutorial"));

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(HOME.resolve("docs/tutorial"))) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  @Test
  void everyCommandDoesWhatItsPageSays() throws Exception {
    int first = Integer.getInteger("tutorial.from", 1);
    if (first == 1) {
      shell.begin(ReleaseFiles.archive(".tar.gz"));
    }
    for (Path file : pages().subList(first - 1, pages().size())) {
      TutorialPage page = TutorialPage.read(file);
      assertThat(page.isWhole()).as(file.toString()).isTrue();
      for (TutorialPage.Block block : page.blocks()) {
        run(file, block);
      }
      if (WRITES) {
        Files.writeString(file, page.text());
      }
    }
  }

  private void run(Path page, TutorialPage.Block block) throws Exception {
    List<String> commands = new ArrayList<>(block.commands());
    String last = commands.remove(commands.size() - 1);
    TutorialShell.Ended ended = null;
    for (int i = 0; i < block.tries() && (ended == null || !isMeant(ended, block)); i++) {
      if (ended != null) {
        shell.run(block.again());
      }
      for (String command : commands) {
        assertThat(shell.run(command).status()).as("%s: %s", page, command).isIn(0, 2);
      }
      ended = shell.run(last + (WRITES ? "" : block.shortened()));
    }
    TutorialShell.Ended meant = Objects.requireNonNull(ended);
    assertThat(isMeant(meant, block))
        .as("%s: %s%n%s%nexit status %s", page, last, meant.said(), meant.status())
        .isTrue();
    block.said(shell.shown(meant.said()));
  }

  private static boolean isMeant(TutorialShell.Ended ended, TutorialPage.Block block) {
    return block.ends().contains(ended.status())
        && block.says().stream().allMatch(ended.said()::contains);
  }
}
