package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** Poms say what Maven Central asks for, and what is published needs nothing that is not. */
class PublishedModulesTest {
  private static final XPath XPATH = XPathFactory.newInstance().newXPath();
  private static final List<String> UNPUBLISHED = List.of("rebound-bench");

  /** By artifact. */
  private final Map<String, Document> poms = new TreeMap<>();

  PublishedModulesTest() throws Exception {
    Document parent = pom(Path.of("pom.xml"));
    for (String module : texts(parent, "/project/modules/module")) {
      Document pom = pom(Path.of(module, "pom.xml"));
      poms.put(texts(pom, "/project/artifactId").get(0), pom);
    }
  }

  private static Document pom(Path file) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(Home.path().resolve(file).toFile());
  }

  private static List<String> texts(Document pom, String path) throws Exception {
    NodeList found = (NodeList) XPATH.evaluate(path, pom, XPathConstants.NODESET);
    return IntStream.range(0, found.getLength())
        .mapToObj(i -> found.item(i).getTextContent())
        .toList();
  }

  private List<String> unpublished() throws Exception {
    List<String> unpublished = new ArrayList<>();
    for (Map.Entry<String, Document> module : poms.entrySet()) {
      if (texts(module.getValue(), "/project/properties/maven.deploy.skip").contains("true")) {
        unpublished.add(module.getKey());
      }
    }
    return unpublished;
  }

  @Test
  void theParentHasWhatModulesInherit() throws Exception {
    Document parent = pom(Path.of("pom.xml"));
    for (String path :
        List.of(
            "url",
            "licenses/license/name",
            "licenses/license/url",
            "developers/developer/name",
            "scm/connection",
            "scm/developerConnection",
            "scm/url")) {
      assertThat(texts(parent, "/project/" + path)).as(path).hasSize(1).doesNotContain("");
    }
  }

  @Test
  void eachPublishedModuleSaysWhatItIs() throws Exception {
    assertThat(unpublished()).isEqualTo(UNPUBLISHED);
    for (Map.Entry<String, Document> module : poms.entrySet()) {
      if (!UNPUBLISHED.contains(module.getKey())) {
        for (String path : List.of("name", "description")) {
          assertThat(texts(module.getValue(), "/project/" + path))
              .as("%s of %s", path, module.getKey())
              .hasSize(1)
              .doesNotContain("");
        }
      }
    }
  }

  @Test
  void whatIsPublishedNeedsNothingThatIsNot() throws Exception {
    for (Map.Entry<String, Document> module : poms.entrySet()) {
      if (!UNPUBLISHED.contains(module.getKey())) {
        assertThat(
                texts(
                    module.getValue(),
                    "/project/dependencies/dependency[groupId='dev.rebound'"
                        + " and not(scope='test')]/artifactId"))
            .as(module.getKey())
            .isSubsetOf(poms.keySet())
            .doesNotContainAnyElementsOf(UNPUBLISHED);
      }
    }
  }

  @Test
  void theLibraryBringsNeitherACommandLineNorABindingOfSlf4j() throws Exception {
    List<String> needed = new ArrayList<>(List.of("rebound"));
    for (int i = 0; i < needed.size(); i++) {
      String path = "/project/dependencies/dependency[not(scope='test' or scope='provided')]";
      for (String artifact : texts(poms.get(needed.get(i)), path + "/artifactId")) {
        assertThat(artifact).as("of %s", needed.get(i)).isNotIn("picocli", "slf4j-simple");
        if (poms.containsKey(artifact) && !needed.contains(artifact)) {
          needed.add(artifact);
        }
      }
    }
    assertThat(needed).contains("rebound-lab", "rebound-engines", "rebound-platform-local");
  }
}
