package dev.rebound.workload;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is made when it is first asked for. Thread-safe. */
public final class Lazy<T> implements Supplier<T> {
  private final Supplier<T> making;
  private volatile @Nullable T made;

  public Lazy(Supplier<T> making) {
    this.making = making;
  }

  @Override
  public T get() {
    T current = made;
    if (current == null) {
      synchronized (this) {
        current = made;
        if (current == null) {
          current = making.get();
          made = current;
        }
      }
    }
    return current;
  }
}
