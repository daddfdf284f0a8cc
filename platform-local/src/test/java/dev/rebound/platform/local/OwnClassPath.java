package dev.rebound.platform.local;

import dev.rebound.platform.ClassPaths;
import dev.rebound.platform.Program;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The class path of the tests, for every program. */
final class OwnClassPath implements ClassPaths {
  @Override
  public List<Path> files(Program program, Map<String, String> mark) {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(Path::of)
        .toList();
  }

  @Override
  public Path job(String name) {
    throw new UnsupportedOperationException(name);
  }

  @Override
  public Path compiled(Path source, List<Program.Java> beside) {
    throw new UnsupportedOperationException(source.toString());
  }

  @Override
  public Map<String, String> services() {
    return Map.of();
  }
}
