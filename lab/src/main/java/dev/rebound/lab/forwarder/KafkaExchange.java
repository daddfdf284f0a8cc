package dev.rebound.lab.forwarder;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.RequestUtils;
import org.apache.kafka.common.requests.ResponseHeader;
import org.jspecify.annotations.Nullable;

/**
 * Requests and answers on one connection to a broker, as far as rules must know them: where each
 * begins, its kind, and the number (correlation id) that its answer repeats. Everything else passes
 * as it is. Of the relay's thread.
 *
 * <p>A broker answers the requests of a connection in their order, and clients rely on it. So an
 * answer that is made in its place waits until all that was passed on before has been answered.
 * That there are requests without an answer (a Produce with acks=0) is seen once a later one is
 * answered, as clients count upwards; until then a made answer behind one waits.
 *
 * <p>What is encrypted has no requests to be read: its first bytes are no length that a broker
 * takes. SASL without TLS is read, as its tokens travel in requests, or are as long as they say.
 */
final class KafkaExchange {
  /** Length, kind, version and number of a request. */
  private static final int REQUEST_HEAD = 12;

  /** Length and number of an answer. */
  private static final int ANSWER_HEAD = 8;

  /** The most that a broker takes, unless it is told otherwise. */
  private static final int REQUEST_MAX = 100 << 20;

  /**
   * @param after number of the request that must have been answered before
   */
  private record MadeAnswer(long after, ByteBuffer bytes) {}

  private final Connection connection;
  private final Passage forth;
  private final Passage back;
  private final Deque<MadeAnswer> made = new ArrayDeque<>();
  private boolean readable = true;

  // The request, and the answer, of which a part has been read.
  private long requestLeft;
  private @Nullable ApiKeys heeded;
  private @Nullable ByteArrayOutputStream collected;
  private long answerLeft;
  private long answering;

  /** The last request that begins in what is given on next. */
  private long begins = Passage.NONE;

  // Numbers of the last request that was passed on, and of the last that was answered.
  private long passed = Passage.NONE;
  private long answered = Passage.NONE;

  KafkaExchange(Connection connection, Passage forth, Passage back) {
    this.connection = connection;
    this.forth = forth;
    this.back = back;
  }

  /** False once something came that is no request of Kafka. */
  boolean readable() {
    return readable;
  }

  /** Takes what a client sent; leaves in the buffer the begin of a request that is too short. */
  void requests(ByteBuffer bytes) {
    int start = bytes.position();
    while (bytes.hasRemaining() && (requestLeft > 0 || isBegun(bytes, REQUEST_HEAD, REQUEST_MAX))) {
      if (requestLeft == 0) {
        ApiKeys kind = kind(bytes);
        boolean refused = kind != null && connection.refuses(kind);
        if (kind != null && (connection.countDelayed(kind) || refused)) {
          start = giveRequests(bytes, start);
          heeded = kind;
          collected = refused ? new ByteArrayOutputStream() : null;
        }
        begins = readable ? number(bytes, 8) : Passage.NONE;
        requestLeft = left(bytes);
      }
      requestLeft -= skip(bytes, requestLeft);
      if (heeded != null && requestLeft == 0) {
        start = giveRequests(bytes, start);
        heeded = null;
      }
    }
    giveRequests(bytes, start);
  }

  /** True if what begins here can be known, or can be known to be nothing of Kafka's. */
  private boolean isBegun(ByteBuffer bytes, int head, int most) {
    if (readable && bytes.remaining() >= 4) {
      int length = bytes.getInt(bytes.position());
      readable = length >= head - 4 && length <= most;
    }
    return !readable || bytes.remaining() >= head;
  }

  /** The bytes of what begins here; everything that comes, if that is not to be known. */
  private long left(ByteBuffer bytes) {
    return readable ? 4L + bytes.getInt(bytes.position()) : Long.MAX_VALUE;
  }

  private static long number(ByteBuffer bytes, int at) {
    return bytes.getInt(bytes.position() + at) & 0xffff_ffffL;
  }

  /** The kind of the request that begins here; null if it is unknown. */
  private @Nullable ApiKeys kind(ByteBuffer bytes) {
    short kind = readable ? bytes.getShort(bytes.position() + 4) : -1;
    return ApiKeys.hasId(kind) ? ApiKeys.forId(kind) : null;
  }

  /** Gives on what was read since; a request that is to be refused once it is whole. */
  private int giveRequests(ByteBuffer bytes, int start) {
    ByteBuffer run = bytes.slice(start, bytes.position() - start);
    if (collected == null) {
      forth.take(run, heeded, false, begins);
      begins = Passage.NONE;
    } else {
      byte[] part = new byte[run.remaining()];
      run.get(part);
      collected.writeBytes(part);
      if (requestLeft == 0) {
        ByteBuffer whole = ByteBuffer.wrap(collected.toByteArray());
        collected = null;
        forth.take(whole, heeded, true, begins);
        begins = Passage.NONE;
      }
    }
    return bytes.position();
  }

  private static int skip(ByteBuffer bytes, long count) {
    int skipped = (int) Math.min(count, bytes.remaining());
    bytes.position(bytes.position() + skipped);
    return skipped;
  }

  /** The requests up to this one have been passed on. */
  void passed(long number) {
    passed = number;
  }

  /**
   * Answers a request with an error in its turn; false if it cannot be read, as one of a later
   * Kafka.
   */
  boolean answer(ByteBuffer request, Errors error) {
    ByteBuffer answer;
    try {
      answer = answerTo(request, error);
    } catch (RuntimeException | AssertionError e) {
      System.err.println("a request could not be answered, and is passed on: " + e);
      return false;
    }
    if (answer == null) {
      return true;
    }
    if (passed == answered) {
      back.take(answer);
    } else {
      made.add(new MadeAnswer(passed, answer));
    }
    return true;
  }

  /** By Kafka's own code, with the length before it; null if it is not to be answered. */
  private static @Nullable ByteBuffer answerTo(ByteBuffer request, Errors error) {
    ByteBuffer body = request.slice(request.position() + 4, request.remaining() - 4);
    RequestHeader header = RequestHeader.parse(body);
    AbstractResponse response =
        AbstractRequest.parseRequest(
                header.apiKey(), header.apiVersion(), new ByteBufferAccessor(body))
            .request
            .getErrorResponse(0, error.exception());
    if (response == null) {
      return null;
    }
    ResponseHeader to = header.toResponseHeader();
    ByteBuffer answer =
        RequestUtils.serialize(to.data(), to.headerVersion(), response.data(), header.apiVersion());
    return ByteBuffer.allocate(4 + answer.remaining())
        .putInt(answer.remaining())
        .put(answer)
        .flip();
  }

  /** Takes what a broker sent, and puts in its turn what was made in its place. */
  void answers(ByteBuffer bytes) {
    int start = bytes.position();
    while (bytes.hasRemaining()
        && (answerLeft > 0 || isBegun(bytes, ANSWER_HEAD, Integer.MAX_VALUE))) {
      if (answerLeft == 0) {
        answering = readable ? number(bytes, 4) : answered;
        // What the next one waits for was never answered if a later one is.
        while (!made.isEmpty() && (int) (answering - made.element().after()) > 0) {
          start = giveMade(bytes, start);
        }
        answerLeft = left(bytes);
      }
      answerLeft -= skip(bytes, answerLeft);
      if (answerLeft == 0) {
        answered = answering;
        while (!made.isEmpty() && made.element().after() == answered) {
          start = giveMade(bytes, start);
        }
      }
    }
    back.take(bytes.slice(start, bytes.position() - start));
  }

  private int giveMade(ByteBuffer bytes, int start) {
    back.take(bytes.slice(start, bytes.position() - start));
    back.take(made.remove().bytes());
    return bytes.position();
  }

  /** No more answers come from the broker: gives on those that were made. */
  void giveAll() {
    made.forEach(one -> back.take(one.bytes()));
    made.clear();
  }
}
