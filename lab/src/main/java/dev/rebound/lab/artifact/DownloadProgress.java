package dev.rebound.lab.artifact;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;
import org.eclipse.aether.transfer.TransferResource;

/**
 * Tells a person what is being downloaded, a few times a second at most. Jars and archives are told
 * one by one; their descriptors are small and many, and counted. Thread-safe.
 */
final class DownloadProgress extends AbstractTransferListener {
  private static final long INTERVAL_NANOS = 500_000_000L;

  private final Consumer<String> sink;
  private final LongSupplier nanoTime;
  private final AtomicLong nextNanos;
  private final AtomicLong descriptors = new AtomicLong();

  DownloadProgress(Consumer<String> sink, LongSupplier nanoTime) {
    this.sink = sink;
    this.nanoTime = nanoTime;
    this.nextNanos = new AtomicLong(nanoTime.getAsLong());
  }

  @Override
  public void transferProgressed(TransferEvent event) {
    TransferResource resource = event.getResource();
    progressed(
        resource.getResourceName(), event.getTransferredBytes(), resource.getContentLength());
  }

  @Override
  public void transferSucceeded(TransferEvent event) {
    String resource = event.getResource().getResourceName();
    long bytes = event.getTransferredBytes();
    if (!isLarge(resource)) {
      descriptor();
    } else if (bytes >= 1_000_000) {
      sink.accept("downloaded " + fileName(resource) + " " + megabytes(bytes) + " MB");
    }
  }

  /**
   * @param size of all of it; negative if it is not known
   */
  void progressed(String resource, long bytes, long size) {
    if (!isLarge(resource) || !isTime()) {
      return;
    }
    String of = size > 0 ? "/" + megabytes(size) : "";
    sink.accept("downloading " + fileName(resource) + " " + megabytes(bytes) + of + " MB");
  }

  private void descriptor() {
    long read = descriptors.incrementAndGet();
    if (isTime()) {
      sink.accept("downloading descriptors, " + read + " so far");
    }
  }

  private boolean isTime() {
    long now = nanoTime.getAsLong();
    long next = nextNanos.get();
    return now - next >= 0 && nextNanos.compareAndSet(next, now + INTERVAL_NANOS);
  }

  private static boolean isLarge(String resource) {
    return resource.matches(".*\\.(jar|zip|tar|t?gz|xz)");
  }

  private static String fileName(String resource) {
    return resource.substring(resource.lastIndexOf('/') + 1);
  }

  private static String megabytes(long bytes) {
    double value = bytes / 1e6;
    return String.format(Locale.ROOT, value < 10 ? "%.1f" : "%.0f", value);
  }
}
