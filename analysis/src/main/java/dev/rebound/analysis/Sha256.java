package dev.rebound.analysis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** SHA-256 in lower-case hexadecimal, 64 digits. */
public final class Sha256 {
  private Sha256() {}

  /** The hash of a text in UTF-8. */
  public static String of(String text) {
    return hex(digest(), text.getBytes(StandardCharsets.UTF_8));
  }

  /** The hash of a file's bytes. */
  public static String of(Path file) throws IOException {
    return of(List.of(file));
  }

  /** The hash of the bytes of several files, one after the other. */
  public static String of(List<Path> files) throws IOException {
    MessageDigest digest = digest();
    for (Path file : files) {
      try (InputStream in = Files.newInputStream(file)) {
        update(digest, in);
      }
    }
    return hex(digest, new byte[0]);
  }

  /** The hash of what is left of a stream, which stays open. */
  public static String of(InputStream in) throws IOException {
    MessageDigest digest = digest();
    update(digest, in);
    return hex(digest, new byte[0]);
  }

  private static void update(MessageDigest digest, InputStream in) throws IOException {
    in.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
  }

  private static String hex(MessageDigest digest, byte[] last) {
    return HexFormat.of().formatHex(digest.digest(last));
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
