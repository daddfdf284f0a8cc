package dev.rebound.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The action and the template of this repository, as their runners read them, for tests. */
final class PipelineScripts {
  static final Path HOME = Home.path();
  static final Path SCRIPT = HOME.resolve("templates/rebound.sh");
  static final Path TEMPLATE = HOME.resolve("templates/rebound.yml");

  private static final Pattern OF_GITHUB = Pattern.compile("\\$\\{\\{ inputs\\.(\\w+) \\}\\}");
  private static final Pattern OF_GITLAB = Pattern.compile("\\$\\[\\[ inputs\\.(\\w+) \\]\\]");

  private PipelineScripts() {}

  /** {@code action.yml}. */
  static Map<?, ?> action() throws IOException {
    return (Map<?, ?>) documents(Files.readString(HOME.resolve("action.yml"))).get(0);
  }

  /** The template's inputs. */
  static Map<?, ?> templateInputs() throws IOException {
    Map<?, ?> head = (Map<?, ?>) documents(Files.readString(TEMPLATE)).get(0);
    return at(head, "spec", "inputs");
  }

  /** The template's job as GitLab makes it of some inputs. */
  static Map<?, ?> job(Map<String, String> inputs) throws IOException {
    String text = jobText(inputs);
    return at((Map<?, ?>) documents(text).get(0), inputs.getOrDefault("job", "rebound"));
  }

  /** The same as a file of its own. */
  static String jobText(Map<String, String> inputs) throws IOException {
    String text = Files.readString(TEMPLATE);
    String job = text.substring(text.indexOf("\n---\n") + 5);
    return filled(job, OF_GITLAB, given(inputs, templateInputs()));
  }

  /** The action's step that runs something. */
  static Map<?, ?> step() throws IOException {
    return run(at(action(), "runs"));
  }

  /** The first step that runs something. */
  private static Map<?, ?> run(Map<?, ?> job) {
    return ((List<?>) job.get("steps"))
        .stream()
            .map(step -> (Map<?, ?>) step)
            .filter(step -> step.containsKey("run"))
            .findFirst()
            .orElseThrow();
  }

  /** What the workflow of releases does to find what to say of one. */
  static String releaseNotes() throws IOException {
    String text = Files.readString(HOME.resolve(".github/workflows/release.yml"));
    Map<?, ?> workflow = (Map<?, ?>) documents(text).get(0);
    return run(at(workflow, "jobs", "release")).get("run").toString();
  }

  /** The environment that GitHub gives that step, of some inputs. */
  static Map<String, String> environment(Map<String, String> inputs) throws IOException {
    Map<String, String> given = given(inputs, at(action(), "inputs"));
    Map<String, String> environment = new TreeMap<>();
    at(step(), "env")
        .forEach(
            (name, value) ->
                environment.put(
                    name.toString(),
                    filled(value.toString(), OF_GITHUB, given)
                        .replace("${{ github.action_path }}", HOME.toString())));
    return environment;
  }

  static Map<?, ?> at(Map<?, ?> tree, String... keys) {
    Map<?, ?> at = tree;
    for (String key : keys) {
      at = (Map<?, ?>) at.get(key);
    }
    return at;
  }

  private static List<Object> documents(String text) {
    Iterable<Object> all = new Load(LoadSettings.builder().build()).loadAllFromString(text);
    List<Object> documents = new ArrayList<>();
    all.forEach(documents::add);
    return documents;
  }

  private static Map<String, String> given(Map<String, String> inputs, Map<?, ?> declared) {
    Map<String, String> given = new TreeMap<>();
    declared.forEach(
        (name, input) -> {
          Object byDefault = ((Map<?, ?>) input).get("default");
          given.put(name.toString(), byDefault == null ? "" : byDefault.toString());
        });
    if (!given.keySet().containsAll(inputs.keySet())) {
      throw new IllegalArgumentException("of " + inputs.keySet() + " there are " + given.keySet());
    }
    given.putAll(inputs);
    return given;
  }

  private static String filled(String text, Pattern place, Map<String, String> values) {
    return place
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(values.get(found.group(1))));
  }
}
