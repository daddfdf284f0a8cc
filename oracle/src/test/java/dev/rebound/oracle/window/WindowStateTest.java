package dev.rebound.oracle.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.oracle.due.Ledger;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.WindowInput;
import dev.rebound.workload.WindowState;
import dev.rebound.workload.WorkloadSpec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WindowStateTest extends WindowTesting {
  private static FixedWindow padded(FixedWindow workload, int stateBytes) {
    return new FixedWindow(workload.spec().with("state-bytes", stateBytes));
  }

  private static byte[] filled(WindowState state, int address, int visits) {
    byte[] kept = new byte[0];
    for (int i = 0; i < visits; i++) {
      kept = state.with(kept, new WindowInput(false, 0, address, i, START + i));
    }
    return kept;
  }

  @Test
  void anOpenWindowIsAsLongAsAskedOrAsItsVisits() {
    WindowState listed = WindowState.of(padded(workload("count", "key"), 200));
    assertThat(filled(listed, 3, 1)).hasSize(200);
    assertThat(filled(listed, 3, 8)).as("64 bytes and 16 for each visit").hasSize(200);
    assertThat(filled(listed, 3, 9)).hasSize(208);
    assertThat(filled(listed, 3, 10)).hasSize(224);
    WindowState summed = WindowState.of(padded(workload("count", "key", "sum"), 200));
    assertThat(filled(summed, 3, 10)).hasSize(200);
    assertThat(filled(WindowState.of(workload("count", "key", "sum")), 3, 10)).hasSize(64);
  }

  @Test
  void aWindowByCountComesOutOnceItIsFullOrReadOut() {
    WindowState state = WindowState.of(workload("count", "key", "sum"));
    List<String> out = new ArrayList<>();
    WindowState.Closing closing = (window, full) -> out.add(window.count() + " " + full);
    WindowInput readout = new WindowInput(true, 0, 3, 1, START);
    assertThat(state.next(null, readout, 3, closing)).as("none is open").isNull();
    byte[] kept = null;
    for (int i = 0; i < 5; i++) {
      kept = state.next(kept, new WindowInput(false, 0, 3, i, START + i), 3, closing);
      assertThat(kept == null).isEqualTo(i == 2);
    }
    assertThat(state.next(kept, readout, 3, closing)).isNull();
    assertThat(out).containsExactly("3 true", "2 false");
  }

  @Test
  void thePaddingIsNoiseThatTheAddressDecides() {
    WindowState state = WindowState.of(padded(workload("count", "key", "sum"), 10_240));
    byte[] kept = filled(state, 3, 1);
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    deflater.setInput(kept);
    deflater.finish();
    assertThat(deflater.deflate(new byte[20_000])).isGreaterThan(10_000);
    deflater.end();

    byte[] later = filled(state, 3, 5);
    byte[] other = filled(state, 4, 1);
    assertThat(Arrays.copyOfRange(later, 64, 10_240))
        .isEqualTo(Arrays.copyOfRange(kept, 64, 10_240));
    assertThat(Arrays.mismatch(other, 64, 10_240, kept, 64, 10_240)).isBetween(0, 8);
  }

  @Test
  void whatWasKeptBeforeStaysAsItWas() {
    WindowState state = WindowState.of(padded(workload("count", "key"), 300));
    byte[] before = filled(state, 3, 2);
    byte[] copy = before.clone();
    byte[] after = state.with(before, new WindowInput(false, 1, 3, 9, START));
    assertThat(before).isEqualTo(copy);
    assertThat(state.window(before).count()).isEqualTo(2);
    assertThat(state.window(after).count()).isEqualTo(3);
    assertThat(state.window(after).visits()).last().extracting(WindowInput::generator).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"count,key,ids", "count,key,sum", "time,round-robin,ids", "time,key,sum"})
  void nothingOfItComesOut(String window, String partition, String members) {
    FixedWindow plain = workload(window, partition, members);
    FixedWindow workload = padded(plain, 150);
    Ledger ledger = stored(workload);

    List<byte[]> records = jobThatPads(workload, ledger);

    assertThat(buffers(records)).containsExactlyInAnyOrderElementsOf(buffers(job(plain, ledger)));
    assertThat(findings(workload, ledger, records, true)).isEmpty();
  }

  private static List<ByteBuffer> buffers(List<byte[]> records) {
    return records.stream().map(ByteBuffer::wrap).toList();
  }

  /** As {@link #job}, but by what is kept of a window. */
  private List<byte[]> jobThatPads(FixedWindow workload, Ledger ledger) {
    WindowState state = WindowState.of(workload);
    Map<Object, byte[]> open = new HashMap<>();
    List<byte[]> closed = new ArrayList<>();
    for (long n = 0; n < RECORDS; n++) {
      for (int g = 0; g < 2; g++) {
        if (ledger.offset(g, n) < 0) {
          continue;
        }
        WindowInput visit = sent(workload, ledger, g, n);
        Object key =
            workload.byTime()
                ? List.of(visit.address(), visit.micros() / (workload.lengthMillis() * 1000))
                : visit.address();
        byte[] kept = state.with(open.get(key), visit);
        open.put(key, kept);
        if (!workload.byTime() && state.window(kept).count() == VISITS) {
          closed.add(state.window(kept).closed(true, 1, 2, 3));
          open.remove(key);
        }
      }
    }
    open.values().forEach(w -> closed.add(state.window(w).closed(workload.byTime(), 1, 2, 3)));
    return closed;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 200})
  void whatIsNoWindowIsRefused(int stateBytes) {
    WindowState state = WindowState.of(padded(workload("count", "key"), stateBytes));
    byte[] torn = Arrays.copyOf(filled(state, 3, 7), 100);
    for (byte[] wrong : List.of(new byte[10], new byte[64], torn)) {
      assertThatThrownBy(() -> state.window(wrong)).hasMessageContaining("not a window");
    }
  }

  @Test
  void howMuchIsHeldFollowsFromTheWindowsThatAreOpen() {
    assertThat(padded(workload("count", "key"), 700).heldBytes())
        .as("6 of 7 visits are in open windows")
        .isEqualTo(ADDRESSES * 600);
    assertThat(padded(workload("time", "key"), 100).heldBytes())
        .as("two windows of each address, and those that wait for what is late")
        .isEqualTo(ADDRESSES * 220);
    assertThat(workload("time", "key").heldBytes()).isZero();
  }

  @Test
  void aStateThatNoBrokerTakesIsRefused() {
    WorkloadSpec most = padded(workload("count", "key"), 1_000_000).spec();
    assertThat(FixedWindow.KIND.complaint(most, PARTITIONS)).isEmpty();
    assertThat(FixedWindow.KIND.complaint(most.with("state-bytes", 1_000_001), PARTITIONS))
        .hasValueSatisfying(
            complaint -> {
              assertThat(complaint.option()).isEqualTo("state");
              assertThat(complaint.problem()).contains("1 MB");
              assertThat(complaint.remedy()).contains("900KB");
            });
  }
}
