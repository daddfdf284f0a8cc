package dev.rebound.lab.forwarder;

import static dev.rebound.lab.forwarder.Wires.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.forwarder.Rule.Harm;
import dev.rebound.lab.forwarder.Rule.Way;
import dev.rebound.lab.forwarder.Wires.Pair;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.message.EndTxnRequestData;
import org.apache.kafka.common.message.EndTxnResponseData;
import org.apache.kafka.common.message.HeartbeatRequestData;
import org.apache.kafka.common.message.HeartbeatResponseData;
import org.apache.kafka.common.message.InitProducerIdRequestData;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.EndTxnRequest;
import org.apache.kafka.common.requests.EndTxnResponse;
import org.apache.kafka.common.requests.HeartbeatRequest;
import org.apache.kafka.common.requests.HeartbeatResponse;
import org.apache.kafka.common.requests.InitProducerIdRequest;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.RequestUtils;
import org.apache.kafka.common.requests.ResponseHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests as Kafka's clients write them, to a server that reads and answers them as told. */
@Timeout(60)
class KafkaRequestsTest {
  private static final Harm NOT_COORDINATOR =
      new Harm.Answer(ApiKeys.END_TXN, Errors.NOT_COORDINATOR);

  private Wires wires;
  private Pair pair;

  @BeforeEach
  void open() throws IOException {
    wires = new Wires(1, true);
    pair = wires.pair();
  }

  @AfterEach
  void close() {
    wires.close();
  }

  @Test
  void aRefusedRequestIsAnsweredAndTheBrokerNeverSeesIt() throws IOException {
    wires.rule("1", Way.BOTH, NOT_COORDINATOR);
    send(endTxn(7));
    assertThat(answer(endTxn(7)).errorCounts()).containsOnlyKeys(Errors.NOT_COORDINATOR);
    assertThat(Wires.isSilent(pair.server())).isTrue();
    assertThat(wires.relay().requests("1")).isEqualTo(1);

    send(heartbeat(8));
    assertThat(received()).isEqualTo(8);
    reply(heartbeat(8));
    assertThat(answer(heartbeat(8)).errorCounts()).containsOnlyKeys(Errors.NONE);

    assertThat(wires.relay().heal("1")).isEqualTo(1);
    send(endTxn(9));
    assertThat(received()).isEqualTo(9);
    reply(endTxn(9));
    assertThat(answer(endTxn(9)).errorCounts()).containsOnlyKeys(Errors.NONE);
  }

  @Test
  void everyVersionIsAnsweredInItsOwnForm() throws IOException {
    wires.rule("1", Way.BOTH, NOT_COORDINATOR);
    wires.rule(
        "2", Way.BOTH, new Harm.Answer(ApiKeys.INIT_PRODUCER_ID, Errors.CONCURRENT_TRANSACTIONS));
    int number = 0;
    for (short version : ApiKeys.END_TXN.allVersions()) {
      Sent sent = endTxn(++number, version);
      send(sent);
      assertThat(answer(sent).errorCounts()).containsOnlyKeys(Errors.NOT_COORDINATOR);
    }
    for (short version : ApiKeys.INIT_PRODUCER_ID.allVersions()) {
      InitProducerIdRequestData data = new InitProducerIdRequestData().setTransactionalId("t");
      data.setTransactionTimeoutMs(1000);
      Sent sent = sent(new InitProducerIdRequest.Builder(data).build(version), ++number);
      send(sent);
      assertThat(answer(sent).errorCounts()).containsOnlyKeys(Errors.CONCURRENT_TRANSACTIONS);
    }
    assertThat(Wires.isSilent(pair.server())).isTrue();
  }

  @Test
  void answersKeepTheOrderOfTheirRequests() throws IOException {
    wires.rule("1", Way.BOTH, NOT_COORDINATOR);
    send(heartbeat(1), endTxn(2), endTxn(3), heartbeat(4), endTxn(5));
    assertThat(received()).isEqualTo(1);
    assertThat(received()).isEqualTo(4);
    await(() -> wires.relay().requests("1") == 3);
    assertThat(Wires.isSilent(pair.client())).as("the first has not been answered").isTrue();
    reply(heartbeat(1));
    reply(heartbeat(4));
    for (Sent sent : List.of(heartbeat(1), endTxn(2), endTxn(3), heartbeat(4), endTxn(5))) {
      assertThat(answer(sent).apiKey()).isEqualTo(sent.header().apiKey());
    }
  }

  @Test
  void requestsAndAnswersMayComeInPiecesOfAnySize() throws IOException {
    wires.rule("1", Way.BOTH, NOT_COORDINATOR);
    for (int size : List.of(1, 3, 7, 11, 13, 40)) {
      inPieces(pair.client(), bytes(heartbeat(1), endTxn(2), heartbeat(3)), size);
      assertThat(received()).isEqualTo(1);
      assertThat(received()).isEqualTo(3);
      ByteArrayOutputStream replies = new ByteArrayOutputStream();
      replies.writeBytes(replyBytes(heartbeat(1)));
      replies.writeBytes(replyBytes(heartbeat(3)));
      inPieces(pair.server(), replies.toByteArray(), size);
      for (Sent sent : List.of(heartbeat(1), endTxn(2), heartbeat(3))) {
        assertThat(answer(sent).apiKey()).isEqualTo(sent.header().apiKey());
      }
    }
  }

  @Test
  void aRequestWithoutAnAnswerHoldsUpNoOther() throws IOException {
    wires.rule("1", Way.BOTH, NOT_COORDINATOR);
    ProduceRequestData data = new ProduceRequestData().setAcks((short) 0).setTimeoutMs(1000);
    Sent produce = sent(ProduceRequest.builder(data).build(), 1);
    send(produce, endTxn(2), heartbeat(3));
    assertThat(received()).isEqualTo(1);
    assertThat(received()).isEqualTo(3);
    reply(heartbeat(3));
    assertThat(answer(endTxn(2)).errorCounts()).containsOnlyKeys(Errors.NOT_COORDINATOR);
    assertThat(answer(heartbeat(3)).errorCounts()).containsOnlyKeys(Errors.NONE);

    wires.rule("2", Way.BOTH, new Harm.Answer(ApiKeys.PRODUCE, Errors.NOT_LEADER_OR_FOLLOWER));
    send(sent(ProduceRequest.builder(data).build(), 4), heartbeat(5));
    assertThat(received()).isEqualTo(5);
    reply(heartbeat(5));
    assertThat(answer(heartbeat(5)).errorCounts()).containsOnlyKeys(Errors.NONE);
    assertThat(wires.relay().requests("2")).isEqualTo(1);
  }

  @Test
  void aDelayedRequestComesLaterAndSoDoesWhatIsBehindIt() throws IOException {
    wires.rule(
        "1", Way.BOTH, new Harm.Slow(Duration.ofMillis(900), Duration.ZERO, 0, ApiKeys.END_TXN));
    long start = System.nanoTime();
    send(heartbeat(1), endTxn(2), heartbeat(3));
    assertThat(received()).isEqualTo(1);
    assertThat(millisSince(start)).isLessThan(890);
    assertThat(received()).isEqualTo(2);
    assertThat(millisSince(start)).isBetween(900L, 6000L);
    assertThat(received()).isEqualTo(3);
    assertThat(wires.relay().heal("1")).isEqualTo(1);
    start = System.nanoTime();
    send(endTxn(4));
    assertThat(received()).isEqualTo(4);
    assertThat(millisSince(start)).isLessThan(890);
  }

  @Test
  void whatIsHeldIsRefusedOnceItIsHealed() throws IOException {
    wires.rule("1", Way.BOTH, new Harm.Hold());
    wires.rule("2", Way.BOTH, NOT_COORDINATOR);
    send(endTxn(1));
    assertThat(Wires.isSilent(pair.client())).isTrue();
    wires.relay().heal("1");
    assertThat(answer(endTxn(1)).errorCounts()).containsOnlyKeys(Errors.NOT_COORDINATOR);

    wires.rule("1", Way.BOTH, new Harm.Hold());
    send(endTxn(2));
    await(() -> wires.state().heldForth() > 0);
    wires.relay().heal("2");
    wires.relay().heal("1");
    assertThat(received()).as("nobody refuses it any more").isEqualTo(2);
  }

  @Test
  void whatIsNoRequestPassesAsItIs() throws IOException {
    wires.rule("1", Way.BOTH, NOT_COORDINATOR);
    byte[] hello = {22, 3, 1, 0, 5, 1, 0, 0, 1, 3, 42, 42, 42};
    pair.client().getOutputStream().write(hello);
    assertThat(pair.server().getInputStream().readNBytes(hello.length)).isEqualTo(hello);
    assertThat(wires.state().unreadable()).isEqualTo(1);
    send(endTxn(1));
    assertThat(received()).isEqualTo(1);
    assertThat(pair.back("anything")).isEqualTo("anything");
  }

  @Test
  void aLastPieceThatIsTooShortIsPassedOnWithTheEnd() throws IOException {
    pair.client().getOutputStream().write(new byte[] {0, 0, 0});
    pair.client().shutdownOutput();
    assertThat(pair.server().getInputStream().readAllBytes()).containsExactly(0, 0, 0);
  }

  // What a client sends, and what it is answered.

  private record Sent(AbstractRequest request, RequestHeader header) {}

  private static Sent sent(AbstractRequest request, int number) {
    return new Sent(
        request, new RequestHeader(request.apiKey(), request.version(), "client", number));
  }

  private static Sent endTxn(int number) {
    return endTxn(number, ApiKeys.END_TXN.latestVersion());
  }

  private static Sent endTxn(int number, short version) {
    EndTxnRequestData data =
        new EndTxnRequestData().setTransactionalId("transaction").setProducerId(5);
    data.setProducerEpoch((short) 1).setCommitted(true);
    return sent(new EndTxnRequest.Builder(data, true).build(version), number);
  }

  private static Sent heartbeat(int number) {
    HeartbeatRequestData data = new HeartbeatRequestData().setGroupId("group").setMemberId("one");
    return sent(new HeartbeatRequest.Builder(data.setGenerationId(1)).build(), number);
  }

  private void send(Sent... all) throws IOException {
    pair.client().getOutputStream().write(bytes(all));
  }

  private static byte[] bytes(Sent... all) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Sent one : all) {
      bytes.writeBytes(framed(one.request().serializeWithHeader(one.header())));
    }
    return bytes.toByteArray();
  }

  private static byte[] framed(ByteBuffer content) {
    byte[] frame = new byte[4 + content.remaining()];
    ByteBuffer.wrap(frame).putInt(content.remaining()).put(content);
    return frame;
  }

  private static void inPieces(Socket to, byte[] bytes, int size) throws IOException {
    for (int at = 0; at < bytes.length; at += size) {
      to.getOutputStream().write(bytes, at, Math.min(size, bytes.length - at));
    }
  }

  /** The next answer, which must be that to this request. */
  private AbstractResponse answer(Sent sent) throws IOException {
    return AbstractResponse.parseResponse(frame(pair.client()), sent.header());
  }

  private static ByteBuffer frame(Socket from) throws IOException {
    DataInputStream in = new DataInputStream(from.getInputStream());
    int length = in.readInt();
    return ByteBuffer.wrap(in.readNBytes(length));
  }

  // What a broker does.

  /** The number of the next request that it is sent. */
  private int received() throws IOException {
    return RequestHeader.parse(frame(pair.server())).correlationId();
  }

  private void reply(Sent to) throws IOException {
    pair.server().getOutputStream().write(replyBytes(to));
  }

  private static byte[] replyBytes(Sent to) {
    AbstractResponse response =
        to.header().apiKey() == ApiKeys.END_TXN
            ? new EndTxnResponse(new EndTxnResponseData())
            : new HeartbeatResponse(new HeartbeatResponseData());
    ResponseHeader header = to.header().toResponseHeader();
    return framed(
        RequestUtils.serialize(
            header.data(), header.headerVersion(), response.data(), to.header().apiVersion()));
  }

  private static long millisSince(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
  }
}
