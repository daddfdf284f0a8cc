package dev.rebound.lab.http;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * A body that is handed out once, and only if it may be. The client asks for it when it has a
 * connection and writes to it; so a request whose body was never handed out is known not to have
 * been sent, and one that a client tries again by itself is not sent twice.
 */
final class OnceBody implements HttpRequest.BodyPublisher {
  private final byte[] bytes;
  private final BooleanSupplier handOut;

  /**
   * @param handOut asked before the bytes are given away, and true at most once
   */
  OnceBody(byte[] bytes, BooleanSupplier handOut) {
    this.bytes = bytes;
    this.handOut = handOut;
  }

  @Override
  public long contentLength() {
    return bytes.length;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
    subscriber.onSubscribe(
        new Flow.Subscription() {
          private final AtomicBoolean over = new AtomicBoolean();

          @Override
          public void request(long n) {
            if (over.getAndSet(true)) {
              return;
            }
            if (n > 0 && handOut.getAsBoolean()) {
              subscriber.onNext(ByteBuffer.wrap(bytes).asReadOnlyBuffer());
              subscriber.onComplete();
            } else {
              subscriber.onError(new IOException("the request is over, or was sent before"));
            }
          }

          @Override
          public void cancel() {
            over.set(true);
          }
        });
  }
}
