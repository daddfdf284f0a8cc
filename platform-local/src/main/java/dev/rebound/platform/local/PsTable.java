package dev.rebound.platform.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Asks {@code ps}, where there is no {@code /proc}: macOS. An environment value with a space in it
 * is seen up to the space.
 */
final class PsTable implements ProcessTable {
  private static final long LIMIT_SECONDS = 10;

  @Override
  public char state(long pid) {
    try {
      String state = output("ps", "-o", "state=", "-p", Long.toString(pid)).trim();
      return state.isEmpty() ? '?' : state.charAt(0);
    } catch (IOException e) {
      return '?';
    }
  }

  @Override
  public OptionalLong startTicks(long pid) {
    return OptionalLong.empty();
  }

  @Override
  public List<Carrier> carrying(Predicate<String> entry) throws IOException {
    List<Carrier> carriers = new ArrayList<>();
    long self = ProcessHandle.current().pid();
    for (String line : output("ps", "axeww", "-o", "pid=,command=").lines().toList()) {
      List<String> words = List.of(line.trim().split(" +", -1));
      if (words.size() < 2 || words.stream().noneMatch(entry)) {
        continue;
      }
      long pid = Long.parseLong(words.get(0));
      ProcessHandle handle = pid == self ? null : ProcessHandle.of(pid).orElse(null);
      if (handle != null) {
        carriers.add(new Carrier(handle, words.subList(1, words.size())));
      }
    }
    return carriers;
  }

  static String output(String... command) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try {
      process.getOutputStream().close();
      byte[] bytes = process.getInputStream().readAllBytes();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("ps did not end within " + LIMIT_SECONDS + " s");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for ps", e);
    } finally {
      process.destroyForcibly();
    }
  }
}
