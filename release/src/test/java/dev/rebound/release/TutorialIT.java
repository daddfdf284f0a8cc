package dev.rebound.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command of {@code docs/tutorial}, in the order of its pages, in one folder, with the
 * release that was built: {@code target/tutorial} has what they left. With {@code
 * -Drebound.golden=write} promises are shown in full, and the pages are given what the commands
 * said.
 */
@Tag("process")
@Tag("thorough")
@EnabledOnOs({OS.LINUX, OS.MAC})
@TestMethodOrder(MethodOrderer.MethodName.class)
class TutorialIT {
  private static final Path HOME =
      Path.of(System.getProperty("rebound.home", "..")).toAbsolutePath().normalize();
  private static final boolean WRITES = "write".equals(System.getProperty("rebound.golden"));

  static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(HOME.resolve("docs/tutorial"))) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  private static final TutorialShell SHELL = new TutorialShell(HOME.resolve("target/tutorial"));

  @ParameterizedTest
  @MethodSource("pages")
  void itsCommandsDoWhatItSays(Path page) throws Exception {
    if (page.equals(pages().get(0))) {
      SHELL.begin(ReleaseFiles.archive(".tar.gz"));
    }
    TutorialPage read = TutorialPage.read(page);
    assertThat(read.blocks()).isNotEmpty();
    for (TutorialPage.Block block : read.blocks()) {
      for (String command : block.commands()) {
        boolean last = command.equals(block.commands().get(block.commands().size() - 1));
        TutorialShell.Ended ended = SHELL.run(WRITES ? command : command + block.shortened());
        assertThat(ended.status())
            .as("%s: %s%n%s", page.getFileName(), command, ended.said())
            .isIn(last ? block.ends() : List.of(0));
        if (last) {
          assertThat(ended.said()).as(command).contains(block.says());
          block.said(ended.said());
        }
      }
    }
    if (WRITES) {
      Files.writeString(page, read.text());
    }
  }
}
