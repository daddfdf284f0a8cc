package dev.rebound.lab.fault;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The restart after a death.
 *
 * @param after wait between death and restart
 * @param disk kept or wiped
 * @param as same or new identity (node identity settings such as a static member id)
 */
public record Restart(Duration after, Disk disk, Identity as) {
  /** The fate of the data folder. */
  public enum Disk {
    KEPT,
    WIPED
  }

  /** Whether the new life goes by the old name. */
  public enum Identity {
    SAME,
    NEW
  }

  static final FaultOption OPTION =
      new FaultOption(
          "restart",
          new FaultOption.PartForm(
              "never",
              List.of(
                  FaultOption.duration("after", "5s", "Wait between death and restart.", "5s"),
                  new FaultOption(
                      "disk",
                      new FaultOption.WordForm("disk", List.of("kept", "wiped")),
                      "kept",
                      "What happens to the victim's data folder.",
                      "wiped"),
                  new FaultOption(
                      "as",
                      new FaultOption.WordForm("identity", List.of("same", "new")),
                      "same",
                      "Whether the node comes back under its own identity.",
                      "new"))),
          "{}",
          "Where victims die: what happens after the death; by default all defaults below.",
          "{ after: 5s, disk: kept, as: same }");

  /** The restart of an item of the fault schedule; null for never. */
  static @Nullable Restart of(FaultLine line) {
    FaultLine restart = line.part(OPTION.key());
    return restart == null
        ? null
        : new Restart(
            restart.duration("after"),
            Disk.valueOf(restart.text("disk").toUpperCase(Locale.ROOT)),
            Identity.valueOf(restart.text("as").toUpperCase(Locale.ROOT)));
  }
}
