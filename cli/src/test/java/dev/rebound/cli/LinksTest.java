package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No link between pages is dead, nor a page that the program or its Javadoc names. */
class LinksTest {
  private static final Path HOME = Home.path();
  private static final Pattern PAGE = Pattern.compile("\\bdocs/[\\w/-]+\\.md(#[\\w-]+)?");
  private static final Pattern IN_CODE = Pattern.compile("(?s)```.*?```");

  @Test
  void everyLinkOfAPageLeadsSomewhere() throws IOException {
    List<Path> pages = files(HOME.resolve("docs"), ".md");
    for (String page : List.of("README", "CONTRIBUTING", "CHANGELOG", "SECURITY")) {
      pages.add(HOME.resolve(page + ".md"));
    }
    List<String> dead = new ArrayList<>();
    for (Path page : pages) {
      String text = IN_CODE.matcher(Files.readString(page)).replaceAll("");
      for (String link : NamedThings.deadLinks(text, page.getParent())) {
        dead.add(HOME.relativize(page) + ": " + link);
      }
    }
    assertThat(dead).isEmpty();
  }

  @Test
  void everyPageThatTheProgramNamesIsThere() throws IOException {
    List<String> dead = new ArrayList<>();
    int named = 0;
    for (Path file : files(HOME, ".java", ".json", ".yaml", ".js", ".html")) {
      if (!file.toString().contains("/src/main/")) {
        continue;
      }
      for (MatchResult page : PAGE.matcher(Files.readString(file)).results().toList()) {
        named++;
        for (String link : NamedThings.deadLinks("](" + page.group() + ")", HOME)) {
          dead.add(HOME.relativize(file) + ": " + link);
        }
      }
    }
    assertThat(dead).isEmpty();
    assertThat(named).isPositive();
  }

  @Test
  void everyTypeThatTheMapAndAPackageNameIsThere() throws IOException {
    Set<String> types = new HashSet<>();
    List<Path> packages = new ArrayList<>();
    for (Path file : files(HOME, ".java")) {
      String name = file.getFileName().toString();
      types.add(name.substring(0, name.length() - ".java".length()));
      if (name.equals("package-info.java")) {
        packages.add(file);
      }
    }
    List<String> dead = new ArrayList<>();
    Path map = HOME.resolve("docs/whats-here.md");
    named("`([A-Z][a-z]\\w*)`", map).filter(type -> !types.contains(type)).forEach(dead::add);
    for (Path file : packages) {
      named("\\{@link (\\w+)\\}", file)
          .filter(type -> !Files.exists(file.resolveSibling(type + ".java")))
          .forEach(type -> dead.add(HOME.relativize(file) + ": " + type));
    }
    assertThat(dead).isEmpty();
  }

  @Test
  void aDeadLinkIsFound() throws IOException {
    Path docs = HOME.resolve("docs");
    assertThat(NamedThings.deadLinks("[a](nowhere.md) and [b](measuring.md#nowhere)", docs))
        .hasSize(2);
    assertThat(NamedThings.deadLinks("[a](measuring.md#verdict)", docs)).isEmpty();
  }

  private static Stream<String> named(String form, Path file) throws IOException {
    return Pattern.compile(form)
        .matcher(Files.readString(file))
        .results()
        .map(hit -> hit.group(1))
        .distinct();
  }

  private static List<Path> files(Path folder, String... endings) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return new ArrayList<>(
          files
              .filter(file -> Stream.of(endings).anyMatch(file.toString()::endsWith))
              .filter(file -> !file.toString().contains("/target/"))
              .filter(Files::isRegularFile)
              .sorted()
              .toList());
    }
  }
}
