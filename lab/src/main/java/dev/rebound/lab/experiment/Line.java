package dev.rebound.lab.experiment;

import dev.rebound.lab.harm.FaultLine;
import dev.rebound.lab.harm.Restart;
import dev.rebound.lab.harm.Wrong;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One item of the fault schedule, for the kind of fault that it names. */
record Line(Values values, Problems problems) implements FaultLine {
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
  public @Nullable Restart restart() {
    if (!(values.find("restart") instanceof Values restart)) {
      return null;
    }
    return new Restart(
        restart.duration("after"),
        Restart.Disk.valueOf(restart.text("disk").toUpperCase(Locale.ROOT)),
        Restart.Identity.valueOf(restart.text("as").toUpperCase(Locale.ROOT)));
  }

  @Override
  public void wrong(String key, Wrong what) {
    problems.add(values.place(key), what.message(), what.remedy());
  }

  @Override
  public void wrong(Wrong what) {
    problems.add(values.place(), what.message(), what.remedy());
  }
}
