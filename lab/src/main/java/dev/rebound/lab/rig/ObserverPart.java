package dev.rebound.lab.rig;

import dev.rebound.lab.observe.Observer;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;

/** The process that reads the outputs as they come. */
public record ObserverPart(Instruments instruments) implements Part {
  static final String ROLE = "observer";

  @Override
  public String name() {
    return "the observer";
  }

  @Override
  public List<ProcessSpec> processes() {
    Properties p = instruments.output();
    p.setProperty("committed", "${dir}/" + RunningObserver.COMMITTED);
    if (instruments.transactional()) {
      p.setProperty("uncommitted", "${dir}/" + RunningObserver.UNCOMMITTED);
    }
    if (instruments.job().generated() > 0) {
      p.setProperty("made", Long.toString(instruments.job().generated()));
    }
    p.setProperty("latency", "${dir}/" + RunningObserver.LATENCY);
    p.setProperty("telemetry", "${dir}/" + Instruments.TELEMETRY);
    p.setProperty("control", "${dir}/" + Instruments.CONTROL);
    return List.of(instruments.process(instruments.named(ROLE), ROLE, Observer.class.getName(), p));
  }

  @Override
  public RunningObserver start(Platform platform, Deadline by, Consumer<String> progress) {
    return new RunningObserver(
        platform.start(processes().get(0)), instruments.outputLanes().isEmpty());
  }
}
