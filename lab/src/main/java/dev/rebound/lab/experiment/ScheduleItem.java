package dev.rebound.lab.experiment;

import dev.rebound.lab.fault.FaultLine;
import dev.rebound.lab.fault.FaultProblem;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One item of the fault schedule, for the kind of fault that it names. */
record ScheduleItem(Values values) implements FaultLine {
  @Override
  public boolean has(String key) {
    return values.has(key);
  }

  @Override
  public Duration duration(String key) {
    return values.duration(key);
  }

  @Override
  public int count(String key) {
    return values.count(key);
  }

  @Override
  public String text(String key) {
    return values.text(key);
  }

  @Override
  public @Nullable FaultLine part(String key) {
    return values.find(key) instanceof Values part ? new ScheduleItem(part) : null;
  }

  @Override
  public void wrong(String key, FaultProblem what) {
    values.wrong(key, what.message(), what.remedy());
  }

  @Override
  public void wrong(FaultProblem what) {
    values.wrong(what.message(), what.remedy());
  }
}
