package dev.rebound.lab.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines as JDK 17.0.15 and 25.0.3 wrote them, of each collector. */
class CollectionPauseTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1796044431849ms] GC(0) Pause Young (Allocation Failure) 25M->24M(92M) 26.735ms"
            + "|26.735|Young (Allocation Failure)", // Serial, 17
        "[1796044440295ms] GC(1) Pause Full (System.gc()) 44M->34M(92M) 43.835ms"
            + "|43.835|Full (System.gc())", // Serial, 25
        "[1796044434090ms] GC(4) Pause Full (Ergonomics) 81M->43M(92M) 15.491ms"
            + "|15.491|Full (Ergonomics)", // Parallel, 17
        "[1796044441833ms] GC(0) Pause Young (Allocation Failure) 25M->24M(92M) 67.071ms"
            + "|67.071|Young (Allocation Failure)", // Parallel, 25
        "[1796044435780ms] GC(7) Pause Young (Concurrent Start) (G1 Evacuation Pause)"
            + " 59M->59M(96M) 7.278ms|7.278|Young (Concurrent Start) (G1 Evacuation Pause)",
        "[1796044442674ms] GC(5) Pause Remark 81M->66M(96M) 0.257ms|0.257|Remark", // G1, 25
        "[1796044442675ms] GC(5) Pause Cleanup 67M->67M(96M) 0.014ms|0.014|Cleanup",
        "[1796042951077ms] GC(0) Pause Mark Start 0.007ms|0.007|Mark Start", // Z, 17
        "[1796042968886ms] GC(0) Y: Pause Mark Start (Major) 0.016ms|0.016|Mark Start (Major)",
        "[1796044443478ms] GC(5) y: Pause Mark Start 0.015ms|0.015|Mark Start", // Z, 25
        "[1796042968888ms] GC(0) O: Pause Relocate Start 0.002ms|0.002|Relocate Start",
        "[1796044438341ms] GC(0) Pause Init Mark (unload classes) 0.013ms"
            + "|0.013|Init Mark (unload classes)", // Shenandoah, 17
        "[1796042974083ms] GC(5) Pause Degenerated GC (Outside of Cycle) 93M->16M(128M) 6.496ms"
            + "|6.496|Degenerated GC (Outside of Cycle)", // Shenandoah, 25
      })
  void pausesAreRead(String line, double millis, String kind) {
    assertThat(CollectionPause.of(line))
        .hasValueSatisfying(
            pause -> {
              assertThat(pause.millis()).isEqualTo(millis);
              assertThat(pause.kind()).isEqualTo(kind);
              assertThat(pause.endMillis()).isBetween(1796042900000L, 1796044500000L);
            });
  }

  @Test
  void workBesideTheProgramAndTornLinesAreNoPauses() {
    for (String line :
        new String[] {
          "[1796042940932ms] Using Serial",
          "[1796042947574ms] GC(0)   Evacuate Collection Set: 23.8ms",
          "[1796042951080ms] GC(0) Concurrent Mark 2.635ms",
          "[1796042951088ms] GC(0) Garbage Collection (Warmup) 16M(12%)->18M(14%)",
          "[1796042968888ms] GC(0) Y: Young Generation 14M(11%)->16M(12%) 0.002s",
          "[1796042954131ms] GC(0) Concurrent marking roots 0.240ms",
          "[1796042957412ms] Heap: 128M reserved, 128M (100.00%) committed, 39736K (30.32%) used",
          "[1796042954131ms] GC(0) Pause Init",
          ""
        }) {
      assertThat(CollectionPause.of(line)).as(line).isEmpty();
    }
  }
}
