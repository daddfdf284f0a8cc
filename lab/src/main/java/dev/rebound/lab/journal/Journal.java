package dev.rebound.lab.journal;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalFile;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Append-only, ordered events of a run, one JSON object a line. Every entry is flushed, so that a
 * killed lab loses at most a torn last line. Thread-safe.
 *
 * <p>An entry is written first; then listeners hear of it in order, each on a thread of its own, so
 * that none of them holds up the run. {@link #settle(JournalListener)} waits for what one of them
 * has yet to hear. A listener that throws hears nothing more, and a warning says so.
 */
public final class Journal implements AutoCloseable {
  private final Path file;
  private final Writer writer;
  private final Clocks clocks;
  private static final Duration SETTLE_LIMIT = Duration.ofSeconds(10);

  private final List<EntryDelivery> deliveries = new CopyOnWriteArrayList<>();
  private long n;
  private boolean closed;
  private volatile @Nullable ReboundException failure;
  private final List<Recipient> copies = new ArrayList<>();

  /** Who gets which events, too. */
  private record Recipient(Journal to, Predicate<Event> which) {}

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

  /** Tells of every entry from the next one on. */
  public synchronized void listen(JournalListener listener) {
    deliveries.add(new EntryDelivery(listener, this::dropped));
  }

  /**
   * Has one more journal take some of the events, too, from the next one on, each at the time at
   * which this one takes it.
   */
  public synchronized void copy(Journal to, Predicate<Event> which) {
    copies.add(new Recipient(to, which));
  }

  /** No event goes into another journal any more. */
  public synchronized void copyNoMore() {
    copies.clear();
  }

  private void dropped(Throwable thrown) {
    append(
        new Event.DoubtRaised(
            "listener-failed",
            "something that follows the run live has failed and hears no more of it: " + thrown,
            "What was measured is not affected; `rebound report` shows it."));
  }

  /**
   * Waits until a listener has heard all that was appended by now, for 10 s at most.
   *
   * @return false if it has not, because it is slow, threw, or never listened
   */
  public boolean settle(JournalListener listener) {
    List<EntryDelivery> to =
        deliveries.stream().filter(delivery -> delivery.isTo(listener)).toList();
    return !to.isEmpty() && to.stream().allMatch(delivery -> delivery.settle(SETTLE_LIMIT));
  }

  /** The same for all listeners, for 10 s each at most. */
  public void settle() {
    deliveries.forEach(delivery -> delivery.settle(SETTLE_LIMIT));
  }

  /**
   * Appends an event; ignored after {@link #close}. Throws {@link ReboundException} once if the
   * disk does not take it.
   */
  public synchronized void append(Event event) {
    if (closed) {
      return;
    }
    Clocks.BothClocks now = clocks.now();
    Entry entry = new Entry(Entry.VERSION, ++n, now.wallMicros(), now.monoNanos(), event);
    try {
      write(entry);
    } finally {
      deliveries.forEach(delivery -> delivery.offer(entry));
    }
    for (Recipient also : copies) {
      if (also.which().test(event)) {
        also.to().append(event);
      }
    }
  }

  private void write(Entry entry) {
    if (failure != null) {
      return;
    }
    try {
      writer.write(JournalFile.line(entry));
      writer.write('\n');
      writer.flush();
    } catch (IOException e) {
      ReboundException thrown =
          ReboundException.unwritable(
              file,
              "Free disk space or choose another folder with --runs; what was measured until now is kept.",
              e);
      failure = thrown;
      throw thrown;
    }
  }

  /**
   * Why the disk did not take an event; a run without a journal must end, whichever thread saw it.
   */
  public Optional<ReboundException> failure() {
    return Optional.ofNullable(failure);
  }

  /** Closes the file and waits until every listener has heard all and the end, 10 s at most. */
  @Override
  public void close() throws IOException {
    try {
      closeFile();
    } finally {
      long end = System.nanoTime() + SETTLE_LIMIT.toNanos();
      deliveries.forEach(EntryDelivery::end);
      for (EntryDelivery delivery : deliveries) {
        var unused = delivery.ended(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
      }
      deliveries.clear();
    }
  }

  private synchronized void closeFile() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      writer.close();
    } catch (IOException e) {
      if (failure == null) {
        throw e;
      }
    }
  }
}
