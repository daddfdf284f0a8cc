package dev.rebound.advise;

import dev.rebound.analysis.units.Bytes;
import dev.rebound.analysis.units.Rate;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Advice on settings that are only text, for tests. */
final class Advised {
  private Advised() {}

  /** The applications of a file. */
  static List<Application> applications(String name, String text, Set<Role> roles) {
    return ConfigFile.of(name, text, roles).applications();
  }

  /** The findings on a file of Kafka's own names. */
  static List<SettingFinding> of(String text) {
    return of("client.properties", text, Circumstances.NONE);
  }

  static List<SettingFinding> of(String name, String text, Circumstances given) {
    return Advisor.advise(ConfigFile.of(name, text, Set.of()), null, given, Set.of()).findings();
  }

  /** The findings of one check. */
  static List<SettingFinding> by(String check, String name, String text, Circumstances given) {
    return of(name, text, given).stream().filter(one -> one.check().equals(check)).toList();
  }

  static Circumstances outage(Duration outage) {
    return new Circumstances(outage, null, null, null, 0);
  }

  static Circumstances load(double rate, long bytes) {
    return new Circumstances(null, new Rate(rate), new Bytes(bytes), null, 0);
  }

  static Circumstances all(Duration outage, double rate, long bytes) {
    return new Circumstances(outage, new Rate(rate), new Bytes(bytes), null, 0);
  }
}
