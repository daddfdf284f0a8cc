package dev.rebound.lab.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class OnceBodyTest {
  /** Takes down what it is given. */
  private static final class Taker implements Flow.Subscriber<ByteBuffer> {
    private final List<String> heard = new ArrayList<>();
    private Flow.Subscription subscription;

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = given;
    }

    @Override
    public void onNext(ByteBuffer item) {
      heard.add(item.remaining() + " bytes");
    }

    @Override
    public void onError(Throwable error) {
      heard.add("error");
    }

    @Override
    public void onComplete() {
      heard.add("complete");
    }
  }

  private final AtomicBoolean handedOut = new AtomicBoolean();
  private final OnceBody body =
      new OnceBody(new byte[7], () -> handedOut.compareAndSet(false, true));

  private Taker taker() {
    Taker taker = new Taker();
    body.subscribe(taker);
    return taker;
  }

  @Test
  void itIsHandedOutWhenItIsAskedForAndNotBefore() {
    Taker taker = taker();
    assertThat(handedOut).isFalse();
    taker.subscription.request(1);
    taker.subscription.request(1);
    assertThat(handedOut).isTrue();
    assertThat(taker.heard).containsExactly("7 bytes", "complete");
    assertThat(body.contentLength()).isEqualTo(7);
  }

  @Test
  void aSecondAttemptGetsNothing() {
    taker().subscription.request(1);
    Taker second = taker();
    second.subscription.request(1);
    assertThat(second.heard).containsExactly("error");
  }

  @Test
  void anAttemptThatFailedBeforeItAskedLeavesTheBodyToTheNext() {
    taker().subscription.cancel();
    Taker second = taker();
    second.subscription.request(Long.MAX_VALUE);
    assertThat(second.heard).containsExactly("7 bytes", "complete");
  }

  @Test
  void aBodyThatIsNotToLeaveAnyMoreDoesNot() {
    handedOut.set(true);
    Taker taker = taker();
    taker.subscription.request(1);
    assertThat(taker.heard).containsExactly("error");
  }

  @Test
  void aCancelledAttemptIsGivenNothing() {
    Taker taker = taker();
    taker.subscription.cancel();
    taker.subscription.request(1);
    assertThat(taker.heard).isEmpty();
    assertThat(handedOut).isFalse();
  }

  @Test
  void aPayloadIsTheValueOfItsRecordAlone() {
    Payload payload = new Payload();
    payload.key(new byte[] {1});
    payload.header("h", new byte[] {2});
    assertThatThrownBy(payload::bytes)
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("without a body");
    byte[] first = payload.value(3);
    first[0] = 9;
    assertThat(payload.bytes()).containsExactly(9, 0, 0);
    // bodies are read long after the next one was written
    assertThat(payload.value(3)).isNotSameAs(first);
  }
}
