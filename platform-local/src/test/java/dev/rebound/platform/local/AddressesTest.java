package dev.rebound.platform.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import dev.rebound.platform.Platform.Address;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AddressesTest {
  @Test
  void theSameQuestionHasTheSameAnswerAndNoAddressIsGivenTwice() {
    try (Addresses addresses = new Addresses()) {
      Set<Address> given = new HashSet<>();
      for (int node = 0; node < 50; node++) {
        Address address = addresses.reserve("w-" + node, "api");
        assertThat(addresses.reserve("w-" + node, "api")).isEqualTo(address);
        assertThat(address.host()).isEqualTo("127.0.0.1");
        given.add(address);
      }
      assertThat(given).hasSize(50);
    }
  }

  @Test
  void aReservedAddressIsHeldUntilItIsHandedToItsNode() throws Exception {
    try (Addresses addresses = new Addresses()) {
      int port = addresses.reserve("w-1", "api").port();
      assertThatThrownBy(() -> bind(port)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port))
          .as("nobody answers in the node's name")
          .isInstanceOf(ConnectException.class);
      addresses.hand("w-1");
      bind(port).close();
      addresses.hand("w-1");
    }
  }

  @Test
  void aPortTakenMeanwhileIsNamed() throws Exception {
    try (Addresses addresses = new Addresses()) {
      int port = addresses.reserve("w-1", "api").port();
      addresses.hand("w-1");
      try (ServerSocket thief = bind(port)) {
        assertThatThrownBy(() -> addresses.hand("w-1"))
            .isInstanceOf(ReboundException.class)
            .hasMessageContaining("Port " + thief.getLocalPort() + ", wanted as 'api' of w-1");
      }
    }
  }

  private static ServerSocket bind(int port) throws IOException {
    return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
  }
}
