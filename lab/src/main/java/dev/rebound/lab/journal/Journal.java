package dev.rebound.lab.journal;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.lab.LabException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Append-only, ordered events of a run, one JSON object a line. Every entry is flushed, so that a
 * killed lab loses at most a torn last line. Thread-safe; listeners are called in order, under the
 * journal's lock.
 */
public final class Journal implements AutoCloseable {
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final Path file;
  private final Writer writer;
  private final Clocks clocks;
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private long n;
  private boolean closed;
  private volatile @Nullable LabException failure;

  /** Starts a journal in {@code file}. */
  public Journal(Path file, Clock clock) throws IOException {
    this(file, clock, System::nanoTime);
  }

  /**
   * @param nanoTime the monotonic clock
   */
  public Journal(Path file, Clock clock, LongSupplier nanoTime) throws IOException {
    this.file = file;
    this.clocks = new Clocks(clock, nanoTime);
    this.writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
  }

  public void listen(Listener listener) {
    listeners.add(listener);
  }

  /**
   * Appends an event; ignored after {@link #close}. Throws {@link LabException} once if the disk
   * does not take it.
   */
  public synchronized void append(Event event) {
    if (closed) {
      return;
    }
    Clocks.Now now = clocks.now();
    Entry entry = new Entry(1, ++n, now.wallMicros(), now.monoNanos(), event);
    for (Listener listener : listeners) {
      listener.on(entry);
    }
    if (failure != null) {
      return;
    }
    try {
      writer.write(JSON.writeValueAsString(entry));
      writer.write('\n');
      writer.flush();
    } catch (IOException e) {
      LabException thrown =
          new LabException(
              LabException.Cause.ENVIRONMENT,
              "cannot write " + file + ": " + e.getMessage(),
              "Free disk space or choose another folder with --runs; what was measured until now is kept.",
              e);
      failure = thrown;
      throw thrown;
    }
  }

  /**
   * Why the disk did not take an event; a run without a journal must end, whichever thread saw it.
   */
  public Optional<LabException> failure() {
    return Optional.ofNullable(failure);
  }

  @Override
  public synchronized void close() throws IOException {
    if (!closed) {
      closed = true;
      for (Listener listener : listeners) {
        listener.end();
      }
      try {
        writer.close();
      } catch (IOException e) {
        if (failure == null) {
          throw e;
        }
      }
    }
  }

  private static Entry entry(String line) throws JsonProcessingException {
    Entry entry = JSON.readValue(line, Entry.class);
    if (entry == null || entry.data() == null) {
      throw new JsonParseException(null, "it holds no event");
    }
    return entry;
  }

  /**
   * Replays a journal; a torn last line is left out. Throws {@link LabException} naming file and
   * line if it is bad.
   */
  public static void replay(Path file, Listener listener) {
    // A line may be torn inside a character: replaced, not refused.
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
      String line = reader.readLine();
      for (int number = 1; line != null; number++) {
        String following = reader.readLine();
        try {
          listener.on(entry(line));
        } catch (JsonProcessingException e) {
          if (following != null) {
            throw new LabException(
                LabException.Cause.BAD_INPUT,
                file + ", line " + number + ": not a journal entry: " + e.getOriginalMessage(),
                "Only the last line of a journal may be torn; restore the file from where it was copied.",
                e);
          }
        }
        line = following;
      }
      listener.end();
    } catch (IOException e) {
      throw new LabException(
          LabException.Cause.BAD_INPUT,
          Files.exists(file)
              ? "cannot read " + file + ": " + e.getMessage()
              : "no run has left a journal there: " + file + " does not exist",
          "Name the folder of a run, for example runs/demo/latest.",
          e);
    }
  }
}
