package dev.rebound.platform.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small process for tests, told by its arguments what to do, one after the other. */
public final class Child {
  private Child() {}

  public static void main(String[] arguments) throws Exception {
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      String value = argument.substring(equals + 1);
      switch (equals < 0 ? argument : argument.substring(0, equals)) {
        case "say" -> System.out.println(value);
        case "touch" -> Files.writeString(Path.of(value), "here");
        case "tell" ->
            System.out.println(value + (Files.exists(Path.of(value)) ? " kept" : " gone"));
        case "listen" -> listen(Integer.parseInt(value));
        case "sleep" -> Thread.sleep(Long.parseLong(value));
        case "spawn" -> spawn(value);
        case "exit" -> System.exit(Integer.parseInt(value));
        default -> throw new IllegalArgumentException(argument);
      }
    }
  }

  @SuppressWarnings("resource") // open until the process dies
  private static void listen(int port) throws IOException {
    ServerSocket socket = new ServerSocket(port, 10, InetAddress.getLoopbackAddress());
    System.out.println("listening on " + socket.getLocalPort());
  }

  private static void spawn(String seconds) throws IOException {
    new ProcessBuilder("sleep", seconds).start();
    System.out.println("spawned");
  }
}
