package dev.rebound.lab.forwarder;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BucketTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void soManyBytesGoInASecond() {
    Bucket bucket = new Bucket(1_000_000, 0);
    long now = 0;
    long gone = 0;
    while (now < SECOND) {
      int some = bucket.available(50_000, now);
      bucket.spend(some);
      gone += some;
      now += some > 0 ? 0 : Math.max(1, bucket.nanosUntil(50_000));
    }
    assertThat(gone).isBetween(980_000L, 1_000_000L);
  }

  @Test
  void whatIsNotUsedIsSavedForAMoment() {
    Bucket bucket = new Bucket(1_000_000, 0);
    assertThat(bucket.available(50_000, 10 * SECOND)).isEqualTo(20_000);
    bucket.spend(20_000);
    assertThat(bucket.available(50_000, 10 * SECOND)).isZero();
    assertThat(bucket.nanosUntil(50_000)).isEqualTo(1_024_000);
    assertThat(bucket.nanosUntil(10)).isEqualTo(10_000);
  }

  @Test
  void fewBytesGoAlthoughTheRateIsLow() {
    Bucket bucket = new Bucket(10, 0);
    assertThat(bucket.available(2000, SECOND)).isZero();
    assertThat(bucket.available(10, SECOND + 1000)).isEqualTo(10);
  }
}
