package dev.rebound.campaign.sustain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.runner.TrialRig;
import dev.rebound.lab.runner.TrialTick;
import dev.rebound.lab.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SustainSearchTest {
  private final SteppedTime time = new SteppedTime();
  private final RateSearch rates = new RateSearch(1000, 10, 1_000_000, 0.05, 3);
  private final List<String> said = new ArrayList<>();
  private final Job job = new Job();
  private boolean stopped;
  private final SustainSearch search =
      new SustainSearch(experiment(), job, rates, time, () -> stopped, listener());

  /** A job that works off so many records a second and no more. */
  private final class Job implements TrialRig {
    private double capacity = 5000;
    private double offered;
    private double lag;
    private long firstMicros;
    private long lastMicros = SteppedTime.BEGIN_MICROS;
    private boolean stuck;
    private boolean overlapped;
    private Optional<String> broken = Optional.empty();

    private void live() {
      double seconds = (time.micros() - lastMicros) / 1e6;
      lastMicros = time.micros();
      double work = stuck ? 0 : capacity;
      lag = Math.max(0, lag + ((time.micros() >= firstMicros ? offered : 0) - work) * seconds);
    }

    @Override
    public void start(Duration limit) {
      time.each(this::live);
    }

    @Override
    public boolean outputSeen() {
      return offered > 0;
    }

    @Override
    public void startLoad(double ratePerSecond) {
      overlapped |= offered > 0 || lag > 0.06 * ratePerSecond + 40;
      offered = ratePerSecond;
      firstMicros = time.micros() + 3_000_000;
    }

    @Override
    public Optional<TrialTick> tickAfter(double seconds) {
      double at = Math.floor((time.micros() - firstMicros) / 1e6);
      return at <= seconds
          ? Optional.empty()
          : Optional.of(
              new TrialTick(at, lag, offered, offered / 2, 100 + lag / capacity * 1e3, 0, 0.5));
    }

    @Override
    public void stopLoad() {
      offered = 0;
    }

    @Override
    public Optional<String> broken() {
      return broken;
    }
  }

  private static Experiment experiment() {
    try {
      Path file = Files.createTempFile("sustain", ".yaml");
      Files.writeString(file, "name: x\nengine: { name: flink }\nload: { rate: 1000/s }\n");
      Experiment experiment = ExperimentFile.load(file, List.of(), 1).get(0);
      Files.delete(file);
      return experiment;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private SustainSearch.SearchListener listener() {
    return new SustainSearch.SearchListener() {
      @Override
      public void doing(String what) {
        said.add(what);
      }

      @Override
      public void trialEnded(Trial trial, RateSearch.Bracket bracket) {
        said.add(trial.ratePerSecond() + " " + trial.judgement().outcome());
      }
    };
  }

  @Test
  void theCapacityOfAJobIsFound() {
    assertThat(search.run()).isEmpty();

    assertThat(rates.bracket().complete()).isTrue();
    assertThat(rates.bracket().rate()).isBetween(4700.0, 5600.0); // slow growth counts as none
    assertThat(job.offered).isZero();
  }

  @Test
  void noTrialStartsOnTheBacklogOfAnother() {
    assertThat(search.run()).isEmpty();

    assertThat(search.trials())
        .anyMatch(t -> t.judgement().outcome() == TrialOutcome.NOT_SUSTAINED);
    assertThat(job.overlapped).isFalse();
  }

  @Test
  void aHopelessTrialEndsEarly() {
    job.capacity = 300;

    search.run();

    Trial first = search.trials().get(0);
    assertThat(first.judgement().reason()).contains("not watched further");
    assertThat(first.ticks().get(first.ticks().size() - 1).seconds()).isLessThan(25);
  }

  @Test
  void aJobThatStopsWorkingEndsTheSearchAndKeepsItsBracket() {
    time.each(() -> job.stuck = search.trials().size() >= 2);

    assertThat(search.run()).contains("did not work off the backlog");
    assertThat(rates.bracket().complete()).isFalse();
    assertThat(rates.bracket().rate()).isNotNull();
  }

  @Test
  void anInterruptedSearchKeepsWhatItFound() {
    time.each(
        () -> {
          if (search.trials().size() == 3) {
            stopped = true;
          }
        });

    assertThat(search.run()).isEqualTo("it was interrupted");
    assertThat(search.trials()).hasSize(3);
    assertThat(rates.bracket().complete()).isFalse();
  }

  @Test
  void aDeathNobodyAskedForEndsTheSearch() {
    time.each(
        () -> {
          if (search.trials().size() == 1) {
            job.broken = Optional.of("worker-1 ended by itself");
          }
        });

    assertThat(search.run()).isEqualTo("worker-1 ended by itself");
  }

  /** A clock that passes at once, in steps of 10 ms, between which the job works. */
  private static final class SteppedTime implements Time {
    static final long BEGIN_MICROS = 1_700_000_000_000_000L;
    private final List<Runnable> lives = new ArrayList<>();
    private long micros = BEGIN_MICROS;

    void each(Runnable step) {
      lives.add(step);
    }

    @Override
    public long micros() {
      return micros;
    }

    @Override
    public void sleep(Duration duration) {
      long end = micros + duration.toNanos() / 1000;
      while (micros < end) {
        micros = Math.min(end, micros + 10_000);
        lives.forEach(Runnable::run);
      }
    }
  }
}
