package dev.rebound.report.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.report.Browser;
import dev.rebound.report.Legible;
import dev.rebound.report.Tab;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The pages of {@code docs/} as a site, built and read in a headless Chromium that reaches nobody.
 * Takes python3 with venv.
 */
@Tag("process")
@Tag("python")
class SiteIT {
  private static final Path HOME = Path.of(System.getProperty("rebound.home")).toAbsolutePath();
  private static final String DRAWN = "article h1";
  private static final String SCHEME = "document.body.getAttribute('data-md-color-scheme')";
  private static BuiltSite site;

  @TempDir Path folder;

  @BeforeAll
  static void build() throws Exception {
    Process process =
        new ProcessBuilder(HOME.resolve("docs/site.sh").toString()).inheritIO().start();
    try {
      assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).as("docs/site.sh").isZero();
    } finally {
      process.destroy();
    }
    site = new BuiltSite(HOME.resolve("target/site"));
  }

  @AfterAll
  static void close() {
    if (site != null) {
      site.close();
    }
  }

  @Test
  void noLinkIsDead() throws Exception {
    assertThat(site.deadLinks(HOME)).isEmpty();
    Files.writeString(
        folder.resolve("index.html"),
        "<a href=\"nowhere/\"></a><a href=\"#nowhere\"></a><a id=\"here\" href=\"#here\"></a>"
            + "<a href=\"https://github.com/rebound-lab/rebound/blob/main/nowhere.md\"></a>");
    try (BuiltSite planted = new BuiltSite(folder)) {
      assertThat(planted.deadLinks(HOME)).hasSize(3);
    }
  }

  @Test
  void noFileLoadsFromOthers() throws Exception {
    assertThat(site.loadsFromOthers()).isEmpty();
    Files.writeString(
        folder.resolve("index.html"),
        "<a href=\"https://example.org\"></a><link rel=\"canonical\" href=\"https://example.org\">"
            + "<img alt=\"\" src=\"//example.org/a.png\"><script src=\"https://example.org/a.js\">"
            + "</script><link href=\"https://example.org/a.css\" rel=\"stylesheet\">");
    Files.writeString(folder.resolve("a.css"), "a { background: url(https://example.org/a.png) }");
    Files.writeString(folder.resolve("a.js"), "fetch('https://example.org'); x.src=\"//a.org/b\"");
    try (BuiltSite planted = new BuiltSite(folder)) {
      assertThat(planted.loadsFromOthers()).hasSize(6);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1280, 390})
  void noPageIsWiderThanItsWindowOrAsksOthers(int width) throws Exception {
    List<String> wide = new ArrayList<>();
    try (Tab tab = open("", width, false)) {
      for (String page : site.pages()) {
        tab.go(site.address(page), DRAWN);
        if (Legible.overflow(tab) > 0) {
          wide.add(page);
        }
      }
      assertThat(wide).isEmpty();
      tab.go(site.address("whats-here/"), "div.mermaid");
      assertThat(site.asked()).isEmpty();
    }
  }

  @Test
  void aPageThatAsksOthersIsFound() throws Exception {
    Files.writeString(
        folder.resolve("index.html"),
        "<article><h1>Planted</h1><img src=\"http://example.org/a.png\"></article>");
    try (BuiltSite planted = new BuiltSite(folder);
        Tab tab = Tab.open(Browser.find(folder), planted.address(""), DRAWN, 1280, false)) {
      for (int i = 0; planted.asked().isEmpty() && i < 100; i++) {
        tab.evaluate("new Promise(done => setTimeout(done, 100))");
      }
      assertThat(planted.asked()).hasSize(1);
      assertThat(planted.asked().get(0)).contains("example.org");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1280, 390})
  void theSearchFindsHowToKillABroker(int width) throws Exception {
    try (Tab tab = open("", width, false)) {
      tab.evaluate(
          "(() => { const label = document.querySelector('label[for=__search].md-header__button');"
              + " if (label.offsetParent) label.click(); })()");
      tab.evaluate(
          "(() => { const asked = document.querySelector('[data-md-component=search-query]');"
              + " asked.focus(); asked.value = 'kill a broker';"
              + " asked.dispatchEvent(new KeyboardEvent('keyup', {bubbles: true})); })()");
      String found = "document.querySelectorAll('.md-search-result__item:first-of-type a')";
      tab.until(found + ".length > 1");
      String best = tab.evaluate(found + "[1].href").asText();
      assertThat(best).contains("/faults/").endsWith("#kill-a-broker");
      tab.go(URI.create(best), "#kill-a-broker");
      assertThat(tab.evaluate("document.querySelector('#kill-a-broker').textContent").asText())
          .startsWith("Kill a broker");
    }
  }

  @ParameterizedTest
  @CsvSource({"1280, false", "1280, true", "390, false", "390, true"})
  void coloursFollowTheSystemUntilTheyAreSwitched(int width, boolean dark) throws Exception {
    try (Tab tab = open("", width, dark)) {
      String system = dark ? "slate" : "default";
      assertThat(tab.evaluate(SCHEME).asText()).isEqualTo(system);
      String paper = "getComputedStyle(document.body).backgroundColor";
      String before = tab.evaluate(paper).asText();
      for (int i = 0; tab.evaluate(SCHEME).asText().equals(system) && i < 3; i++) {
        tab.evaluate(
            "[...document.querySelectorAll('[data-md-component=palette] label')]"
                + ".find(label => label.offsetParent).click()");
      }
      assertThat(tab.evaluate(SCHEME).asText()).isEqualTo(dark ? "default" : "slate");
      assertThat(tab.evaluate(paper).asText()).isNotEqualTo(before);
      tab.go(site.address("measuring/"), DRAWN);
      assertThat(tab.evaluate(SCHEME).asText()).isEqualTo(dark ? "default" : "slate");
    }
  }

  @ParameterizedTest
  @CsvSource({"1280, false", "1280, true", "390, false", "390, true"})
  void anyoneCanReadThePages(int width, boolean dark) throws Exception {
    List<String> found = new ArrayList<>();
    try (Tab tab = open("", width, dark)) {
      for (String page :
          List.of("", "faults/", "measuring/", "reference/commands/", "studies/six-engines/")) {
        tab.go(site.address(page), DRAWN);
        StreamSupport.stream(Legible.violations(tab).spliterator(), false)
            .map(JsonNode::asText)
            .filter(violation -> violation.matches("(?s)(serious|critical) .*"))
            .forEach(violation -> found.add(page + ": " + violation));
      }
    }
    assertThat(found).isEmpty();
  }

  private Tab open(String page, int width, boolean dark) throws Exception {
    return Tab.open(Browser.find(folder), site.address(page), DRAWN, width, dark);
  }
}
