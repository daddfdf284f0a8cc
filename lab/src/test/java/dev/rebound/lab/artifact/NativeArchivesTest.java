package dev.rebound.lab.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.graph.Dependency;
import org.junit.jupiter.api.Test;

class NativeArchivesTest {
  private static boolean taken(String coordinate, NativeArchives archives) {
    return archives.selectDependency(new Dependency(new DefaultArtifact(coordinate), "compile"));
  }

  @Test
  void systemsAreNamedAsTheArchivesAre() {
    assertThat(NativeArchives.of("Linux", "amd64").system()).isEqualTo("linux-x86_64");
    assertThat(NativeArchives.of("Linux", "aarch64").system()).isEqualTo("linux-arm64");
    assertThat(NativeArchives.of("Mac OS X", "x86_64").system()).isEqualTo("macosx-x86_64");
    assertThat(NativeArchives.of("Windows 11", "amd64").system()).isEqualTo("windows-x86_64");
  }

  @Test
  void onlyThoseOfTheSystemAreTaken() {
    NativeArchives linux = new NativeArchives("linux-x86_64");

    assertThat(taken("org.bytedeco:javacpp:jar:linux-x86_64:1.5.4", linux)).isTrue();
    assertThat(taken("org.bytedeco:javacpp:jar:linux-x86:1.5.4", linux)).isFalse();
    assertThat(taken("org.bytedeco:javacpp:jar:ios-arm64:1.5.4", linux)).isFalse();
    assertThat(taken("org.bytedeco:javacpp:1.5.4", linux)).isTrue();
    assertThat(taken("com.gliwka.hyperscan:native:jar:macosx-x86_64:5.4.0-1.0.0", linux)).isFalse();
    assertThat(taken("io.netty:netty-transport:jar:osx-x86_64:4.1.0", linux)).isTrue();
  }
}
