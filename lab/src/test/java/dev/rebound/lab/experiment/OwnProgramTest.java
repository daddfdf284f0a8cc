package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.Sha256;
import dev.rebound.lab.program.ProgramHash;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnProgramTest {
  @TempDir Path folder = Path.of("unset");

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static ProgramHash of(String run) {
    return of(Map.of("run", run));
  }

  private static ProgramHash of(Map<String, String> options) {
    return OwnProgram.of(options, Map.of());
  }

  /** Another build counts as another one. */
  private void another(Map<String, String> options, String name, String text) throws IOException {
    ProgramHash before = of(options);
    assertThat(before.sha256()).hasSize(64).isEqualTo(of(options).sha256());
    write(name, text);
    assertThat(of(options).sha256()).as(name).isNotEqualTo(before.sha256());
  }

  private void another(String run, String name, String text) throws IOException {
    another(Map.of("run", run), name, text);
  }

  @Test
  void aProgramThatACommandStartsIsAnotherOneOnceItsFileHasChanged() throws IOException {
    Path script = write("a job.py", "print(1)");
    Path rules = write("rules.txt", "a");
    String run = "python3 '" + script + "' --rules " + rules + " nothing";
    another(run, "rules.txt", "b");
    another(run, "a job.py", "print(2)");
  }

  @Test
  void jarsOfAClassPathCount() throws IOException {
    Path lib = write("lib/a.jar", "1").getParent();
    Path other = write("b.jar", "1");
    String run = "java -cp " + lib + "/*:" + other + " Main";
    another(run, "lib/a.jar", "2");
    another(run, "b.jar", "2");
    another(run, "lib/c.jar", "3");
  }

  @Test
  void reboundsOwnJarsAreOfAProgramThatIsRunWithThem() throws IOException {
    Path clients = write("lib/clients-1.jar", "1");
    Path own = write("lib/rebound-lab-0.1.0.jar", "0");
    Path source = write("src/Main.java", "1");
    String run = "java -cp ${REBOUND_LIBRARIES} " + source;
    String before = System.getProperty("java.class.path");
    System.setProperty("java.class.path", clients + File.pathSeparator + own);
    try {
      assertThat(of(run).unseen()).isEmpty();
      another(run, "src/Main.java", "2");
      another(run, "src/Helper.java", "1");
      another(run, "lib/clients-1.jar", "2");
      ProgramHash hash = of(run);
      System.setProperty("java.class.path", own + File.pathSeparator + clients);
      assertThat(of(run)).isEqualTo(hash);
      another(run, "lib/rebound-lab-0.1.0.jar", "3");
      assertThat(of("java -cp ${REBOUND_LIBRARIES}:lib/b.jar " + source).unseen())
          .containsExactly("the class path has b.jar, which is not there");
    } finally {
      System.setProperty("java.class.path", before);
    }
  }

  @Test
  void aClassInAFolderOfAClassPathCounts() throws IOException {
    write("target/classes/com/example/data/Main.class", "1");
    String run = "java -cp " + folder.resolve("target/classes") + " com.example.data.Main";
    another(run, "target/classes/com/example/data/Main.class", "2");
    another(run, "target/classes/com/example/data/Rules.class", "1");
    assertThat(of(run).unseen()).isEmpty();
  }

  @Test
  void aJarThatAManifestNamesCounts() throws IOException {
    write("lib/rules.jar", "1");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "lib/rules.jar lib/gone.jar");
    Path jar = folder.resolve("job.jar");
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }
    another(Map.of("jar", jar + ""), "lib/rules.jar", "2");
    another("java -Xmx1g -jar " + jar + " --verbose", "lib/rules.jar", "3");
    assertThat(of("java -Xmx1g -jar " + jar + " --verbose").unseen()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#!/bin/sh\nexec java -jar \"$(dirname \"$0\")/other.jar\" \"$@\"\n",
        "#!/bin/bash\ncd \"$(dirname \"${BASH_SOURCE[0]}\")\"\nexec java -jar other.jar\n",
        "#!/bin/sh\nHERE=$(cd \"$(dirname \"$0\")\" && pwd)\njava -cp \"$HERE/other.jar\" Main\n",
        "#!/usr/bin/env bash\nDIR=${0%/*}; JAR=\"$DIR/other.jar\"\nnohup java -jar ${JAR} 2>&1\n",
        "#!/bin/sh\n. ./start.sh\n"
      })
  void aScriptThatStartsAnotherJarIsAnotherProgram(String script) throws IOException {
    Path run = write("run.sh", script);
    write("start.sh", "exec java \\\n  -jar ./other.jar\n");
    write("other.jar", "1");
    another(run + " --rate 3", "other.jar", "2");
    another("sh " + run, "other.jar", "3");
    assertThat(of("sh " + run).unseen())
        .containsExactly("what run.sh loads or starts is not followed");
  }

  @Test
  void aCommandInAShellCounts() throws IOException {
    Path jar = write("other.jar", "1");
    another("sh -c 'sleep 1; exec java -jar " + jar + "'", "other.jar", "2");
  }

  @Test
  void whatPythonImportsFromBesideItCounts() throws IOException {
    Path script = write("reference.py", "import json, rules as r\nfrom inner import deep\n");
    write("rules.py", "x = 1\n");
    write("inner/__init__.py", "");
    write("inner/more/__init__.py", "");
    write("inner/more/limits.py", "LIMIT = 1\n");
    String run = "python3 -u " + script;
    another(run, "rules.py", "x = 2\n");
    another(run, "inner/more/limits.py", "LIMIT = 2\n");
    ProgramHash before = of(run);
    assertThat(before.unseen())
        .containsExactly("what reference.py loads or starts is not followed");
    write("data/unrelated.py", "x = 2\n");
    write("rules.csv", "x");
    assertThat(of(run)).isEqualTo(before);
  }

  @Test
  void aPythonPackageThatIsRunByItsNameCounts() throws IOException {
    write("src/pkg/__init__.py", "");
    write("src/pkg/__main__.py", "import pkg.rules\nimport beside\n");
    write("src/pkg/rules.py", "x = 1\n");
    write("src/beside.py", "x = 1\n");
    String run = "env PYTHONPATH=" + folder.resolve("src") + " python3 -m pkg --fast";
    another(run, "src/pkg/rules.py", "x = 2\n");
    another(run, "src/beside.py", "x = 2\n");
    Map<String, String> config = Map.of("PYTHONPATH", folder.resolve("src") + "");
    ProgramHash told = OwnProgram.of(Map.of("run", "python3 -m pkg"), config);
    assertThat(told).isEqualTo(of(run));
    assertThat(told.unseen()).containsExactly("python3 is found on the PATH, and not looked into");
  }

  @Test
  void filesThatAreLaidBesideItAndItsVariablesCount() throws IOException {
    Path job = write("job.py", "import limits\n");
    Path limits = write("limits.py", "x = 1\n");
    Path variables = write("app.env", "LIMIT=1\n");
    Path build = write("build.sh", "#!/bin/sh\nmvn -q package\n");
    Map<String, String> options =
        Map.of(
            "run", "python3 " + job,
            "files", limits + "",
            "env-file", variables + "",
            "setup", "'sh " + build + "'");
    another(options, "limits.py", "x = 2\n");
    another(options, "app.env", "LIMIT=2\n");
    another(options, "build.sh", "#!/bin/sh\nmvn -q package -Pother\n");
  }

  @Test
  void filesThatVariablesNameCountWhereverTheyAreSet() throws IOException {
    Path jar = write("job.jar", "1");
    Path limits = write("limits.yaml", "1");
    Path agent = write("agent.jar", "1");
    Path variables =
        write("app.env", "LIMITS=" + limits + "\nOPTS=\"-Xmx1g -javaagent:" + agent + "=x\"\n");
    Map<String, String> options =
        Map.of("run", "java -jar " + jar, "env-file", folder.resolve("app.env") + "");
    another(options, "limits.yaml", "2");
    another(options, "agent.jar", "2");
    assertThat(of(options).unseen()).isEmpty();
    Map<String, String> alone = Map.of("run", "java -jar " + jar);
    Map<String, String> config = Map.of("LIMITS", limits + "");
    ProgramHash before = OwnProgram.of(alone, config);
    write("limits.yaml", "3");
    assertThat(OwnProgram.of(alone, config).sha256()).isNotEqualTo(before.sha256());
    another("env LIMITS=" + limits + " java -jar " + jar, "limits.yaml", "4");
    Files.delete(variables);
    assertThat(of(options).sha256()).as("without them nothing is run").isNotEmpty();
  }

  @Test
  void foldersInOptionsAndVariablesOfJavaAreTold() throws IOException {
    String jar = write("job.jar", "1") + "";
    Path etc = Files.createDirectories(folder.resolve("etc"));
    String told = "whether the folder etc belongs to it cannot be told";
    for (String run :
        List.of(
            "java -Dloader.path=" + etc + "/,x.jar -jar " + jar,
            "java -jar " + jar + " --spring.config.location=file:" + etc + "/",
            "env CONFIG_DIR=" + etc + " java -jar " + jar)) {
      assertThat(of(run).unseen()).as(run).containsExactly(told);
    }
    assertThat(of("java -jar " + jar + " --context=/").unseen()).isEmpty();
    Path variables = write("app.env", "export CONFIG_DIR='" + etc + "'\n");
    assertThat(of(Map.of("jar", jar, "env-file", variables + "")).unseen()).containsExactly(told);
    assertThat(OwnProgram.of(Map.of("jar", jar), Map.of("DIR", etc + "")).unseen())
        .containsExactly(told);
    assertThat(of(Map.of("jar", jar, "env-file", variables + "", "program-files", jar)).unseen())
        .as("whoever declares it says no more")
        .isEmpty();
  }

  @Test
  void whereItLiesInWhichOrderAndWhenItWasWrittenMakesNoDifference() throws IOException {
    String[] hashes = new String[2];
    for (int i = 0; i < 2; i++) {
      Path home = Files.createDirectories(folder.resolve("home-" + i));
      List<String> names =
          new ArrayList<>(List.of("b.jar", "a.jar", "classes/x/A.class", "classes/B.class"));
      if (i == 1) {
        Collections.reverse(names);
      }
      for (String name : names) {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, name);
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000L * (i + 1)));
      }
      hashes[i] = of("java -cp " + home + "/*:" + home + "/classes Main").sha256();
    }
    assertThat(hashes[0]).isNotEmpty().isEqualTo(hashes[1]);
  }

  @Test
  void ofASingleFileItIsTheHashOfWhatTheFileHolds() throws IOException {
    Path jar = write("job.jar", "1");
    String hash = Sha256.of(jar);
    assertThat(of(Map.of("jar", jar + "")).sha256()).isEqualTo(hash);
    assertThat(of("java -jar " + jar).sha256()).isEqualTo(hash);
  }

  @Test
  void whatToolsLeaveInAFolderDoesNotCount() throws IOException {
    Path classes = write("classes/Main.class", "1").getParent();
    ProgramHash before = of("java -cp " + classes + " Main");
    for (String left : List.of(".git/HEAD", "__pycache__/a.pyc", "node_modules/x/index.js")) {
      write("classes/" + left, "1");
    }
    assertThat(of("java -cp " + classes + " Main")).isEqualTo(before);
  }

  @Test
  void dataThatLiesInAFolderDoesNot() throws IOException {
    Path data = write("data/a.csv", "1").getParent();
    ProgramHash of = of("cat " + data + "/*");
    assertThat(of.sha256()).isEmpty();
    ProgramHash given = of("java -jar " + write("a.jar", "1") + " --state " + data);
    write("data/b.csv", "2");
    assertThat(of("java -jar " + folder.resolve("a.jar") + " --state " + data)).isEqualTo(given);
    assertThat(given.unseen())
        .containsExactly("whether the folder data belongs to it cannot be told");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "my-job --fast | my-job is found on the PATH, and not looked into",
        "docker run app | docker is found on the PATH, and not looked into",
        "python3 -m kafka_job | python3 is found on the PATH, and not looked into",
        "python3 gone.py | python3 is found on the PATH, and not looked into",
        "java Main | java is given no jar, class path or source that is there",
        "java @opts -jar /FOLDER/app.jar | the options in @opts are not read",
        "java -cp /FOLDER/app.jar:lib/b.jar Main | the class path has b.jar, which is not there",
        "node /FOLDER/app.js | what app.js loads or starts is not followed",
        "/FOLDER/found | what found loads or starts is not followed",
        "/FOLDER/gone | gone is found on the PATH, and not looked into"
      })
  void whatCannotBeSeenIsTold(String line) throws IOException {
    write("app.js", "require('./rules')");
    write("found", "#!/bin/sh\nmkdir -p logs\nmy-job --fast\n");
    write("app.jar", "1");
    String[] parts = line.replace("/FOLDER", folder + "").split(" \\| ", -1);
    assertThat(of(parts[0]).unseen()).containsExactly(parts[1]);
  }

  @Test
  void whatIsDeclaredCountsAndThenThereIsNoMore() throws IOException {
    Path app = write("app.js", "require('./rules')");
    write("src/rules.js", "1");
    write("src/inner/more.js", "1");
    write("package-lock.json", "1");
    Map<String, String> options = new HashMap<>(Map.of("run", "node " + app));
    options.put("program-files", folder.resolve("src") + " " + folder.resolve("*.json"));
    another(options, "src/inner/more.js", "2");
    another(options, "package-lock.json", "2");
    assertThat(of(options).unseen()).isEmpty();
    ProgramHash before = of(options);
    write("beside.js", "1");
    assertThat(of(options)).isEqualTo(before);
  }

  @Test
  void ofWhatIsDeclaredNamesInFoldersCountAndWhatToolsLeaveDoesNot() throws IOException {
    Path app = write("app.js", "require('./rules')");
    write("a/rules.json", "1");
    write("b/rules.json", "2");
    Map<String, String> options =
        Map.of("run", "node " + app, "program-files", folder.resolve("**.json") + "");
    ProgramHash before = of(options);
    write("__pycache__/x/package.json", "1");
    assertThat(of(options)).isEqualTo(before);
    write("a/rules.json", "2");
    another(options, "b/rules.json", "1");
    assertThat(of(options).sha256()).as("what they hold is swapped").isNotEqualTo(before.sha256());
  }

  @Test
  void librariesInsideOfWhatIsDeclaredAreToldUnlessTheyAreNamed() throws IOException {
    Path app = write("src/app.js", "require('./rules')");
    write("src/node_modules/rules/index.js", "1");
    write("src/node_modules/rules/node_modules/deep/index.js", "1");
    String src = folder.resolve("src") + "";
    Map<String, String> options = new HashMap<>(Map.of("run", "node " + app));
    for (String declared : List.of(src, src + "/**.js")) {
      options.put("program-files", declared);
      assertThat(of(options).unseen())
          .as(declared)
          .containsExactly("node_modules in src is not looked into");
    }
    options.put("program-files", src + "/*.js");
    assertThat(of(options).unseen()).as("which means no file in there").isEmpty();
    options.put("program-files", src + " " + src + "/node_modules");
    assertThat(of(options).unseen()).isEmpty();
    another(options, "src/node_modules/rules/index.js", "2");
    another(options, "src/node_modules/rules/node_modules/deep/index.js", "2");
  }

  @Test
  void aFolderOfMoreThanAProgramHoldsIsNotKnown() throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    for (int i = 0; i <= 10_000; i++) {
      Files.createFile(classes.resolve("C" + i + ".class"));
    }
    ProgramHash many = of("java -cp " + classes + " Main");
    assertThat(many.sha256()).isEmpty();
    assertThat(many.unseen()).contains("classes holds more than 10,000 files");
    assertThat(of(Map.of("run", "my-job", "program-files", classes + "")).unseen())
        .as("whoever declares it says no more")
        .isEqualTo(many.unseen());
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void whatNamesNoFileHasNone() {
    assertThat(of("cat -").sha256()).isEmpty();
    assertThat(of(Map.of("jar", folder.resolve("later.jar") + "")).sha256()).isEmpty();
    assertThat(of(Map.of())).isEqualTo(ProgramHash.NONE);
  }

  @Test
  void theSettingsOfAResolvedFileNameTheSame() throws IOException {
    Path job = write("job.py", "import limits\n");
    Path limits = write("limits.py", "x = 1\n");
    ProgramHash said =
        OwnProgram.of(
            Map.of("run", "python3 " + job, "files", limits + ""), Map.of("PYTHONPATH", "/x"));
    assertThat(
            OwnProgram.ofSettings(
                Map.of(
                    "engine.run",
                    "python3 " + job,
                    "engine.files.1",
                    limits + "",
                    "engine.config.PYTHONPATH",
                    "/x",
                    "load.rate",
                    "1/s")))
        .isEqualTo(said);
  }
}
