package dev.rebound.lab.http;

import dev.rebound.analysis.evidence.RequestLog.RequestEnding;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One request, from when it is given to the client until its outcome is known. Thread-safe.
 *
 * <p>Whether its body left and whether it is over are decided together: once it is over, by its
 * time above all, the body is not handed out any more; and whoever ends it knows whether it was.
 */
final class RequestExchange {
  private enum State {
    GIVEN,
    HANDED,
    OVER
  }

  private final long sequence;
  private final long intendedMicros;
  private final RequestFates fates;
  private final Runnable onEnd;
  private final AtomicReference<State> state = new AtomicReference<>(State.GIVEN);
  private final AtomicInteger bytesIn = new AtomicInteger();
  private volatile int status;
  private volatile boolean saysNoEffect;
  private volatile @Nullable CompletableFuture<?> call;

  /**
   * @param onEnd called once, when its outcome was noted
   */
  RequestExchange(long sequence, long intendedMicros, RequestFates fates, Runnable onEnd) {
    this.sequence = sequence;
    this.intendedMicros = intendedMicros;
    this.fates = fates;
    this.onEnd = onEnd;
  }

  long sequence() {
    return sequence;
  }

  long intendedMicros() {
    return intendedMicros;
  }

  /** The answer's status; 0 while there is none. */
  int status() {
    return status;
  }

  /** True if the answer's headers say that nothing happened. */
  boolean saysNoEffect() {
    return saysNoEffect;
  }

  /** Bytes of the answer so far, headers included. */
  int bytesIn() {
    return bytesIn.get();
  }

  /** Whether the body may be handed out now; true at most once. */
  boolean handOut() {
    if (!state.compareAndSet(State.GIVEN, State.HANDED)) {
      return false;
    }
    fates.handed(sequence);
    return true;
  }

  /** Follows the client's call. */
  void follow(CompletableFuture<HttpResponse<@Nullable Void>> running) {
    call = running;
    CompletableFuture<?> unused =
        running.whenComplete(
            (answer, error) ->
                end(error == null ? RequestEnding.ANSWERED : RequestEnding.BROKEN, error));
    if (over()) {
      call = null;
    }
  }

  /** Hears of an answer that begins. */
  HttpResponse.BodySubscriber<@Nullable Void> answering(HttpResponse.ResponseInfo info) {
    status = info.statusCode();
    saysNoEffect = AnswerRule.saysNoEffect(info.headers());
    bytesIn.addAndGet(HeaderBytes.ofAnswer(info.headers()));
    return HttpResponse.BodySubscribers.ofByteArrayConsumer(
        chunk -> chunk.ifPresent(bytes -> bytesIn.addAndGet(bytes.length)));
  }

  /** Ends it because its time is up. */
  void timeOut() {
    CompletableFuture<?> running = call;
    end(RequestEnding.TIMED_OUT, null);
    if (running != null) {
      // closes the connection: a late answer must not be taken for that of the next request
      running.cancel(true);
    }
  }

  boolean over() {
    return state.get() == State.OVER;
  }

  private void end(RequestEnding ending, @Nullable Throwable error) {
    State before = state.getAndSet(State.OVER);
    if (before == State.OVER) {
      return;
    }
    call = null;
    try {
      fates.ended(this, ending, before == State.HANDED, error);
    } finally {
      onEnd.run();
    }
  }
}
