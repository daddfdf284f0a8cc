package dev.rebound.job.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program that shows what a restore does to count windows, without Rebound. */
class CountWindowShiftTest {
  @TempDir Path folder = Path.of("unset");

  @Test
  void itCompilesAgainstThisFlink() throws Exception {
    Path home = Path.of(System.getProperty("rebound.home", "../.."));
    Path source = home.resolve("experiments/count-windows/CountWindowShift.java");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of("-classpath", System.getProperty("java.class.path"), "-d", folder + "");
      boolean compiled =
          compiler
              .getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
              .call();
      assertThat(compiled).as("%s", messages).isTrue();
    }
  }
}
