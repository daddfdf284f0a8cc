package dev.rebound.lab.forwarder;

import dev.rebound.lab.telemetry.ToolMain;
import dev.rebound.lab.telemetry.ToolSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * The forwarder, see the package. A process of its own, {@code --config FILE} with these
 * properties, which {@link #settings} makes:
 *
 * <pre>
 * control           port at the loopback interface at which it takes commands
 * token             what whoever connects there must say first
 * seed              of the delays that are drawn
 * patience          optional: milliseconds without anybody, after which it ends; 30,000
 * listen.1, …       PORT HOST:PORT NODE [kafka]: where it listens, and in whose place
 * </pre>
 *
 * It says {@link #READY} once it listens everywhere, keeps nothing on disk, and ends with status 0
 * once nobody has been connected for commands for so long: whoever started it is gone. An address
 * that it cannot have ends it with status 70.
 */
public final class Forwarder {
  /** The line that says that it listens everywhere. */
  public static final String READY = "the forwarder listens";

  private static final long PATIENCE_MILLIS = 30_000;
  private static final String LISTEN = "listen.";

  private Forwarder() {}

  public static void main(String[] arguments) {
    ToolMain.run("forwarder", arguments, Forwarder::run);
  }

  /** Its settings. */
  public static Properties settings(int control, String token, long seed, List<Listen> listens) {
    Properties settings = new Properties();
    settings.setProperty("control", Integer.toString(control));
    settings.setProperty("token", token);
    settings.setProperty("seed", Long.toString(seed));
    for (int i = 0; i < listens.size(); i++) {
      settings.setProperty(LISTEN + (i + 1), listens.get(i).text());
    }
    return settings;
  }

  private static void run(ToolSettings settings) throws InterruptedException {
    List<Listen> listens = new ArrayList<>();
    for (String text = settings.find(LISTEN + 1);
        text != null;
        text = settings.find(LISTEN + (listens.size() + 1))) {
      listens.add(Listen.parse(text));
    }
    try (Relay relay = Relay.open(listens, SocketTable.ofThisSystem(), settings.whole("seed"));
        Control control = Control.open(relay, settings.count("control"), settings.text("token"))) {
      System.out.println(READY);
      control.awaitAbandoned(Duration.ofMillis(settings.whole("patience", PATIENCE_MILLIS)));
    }
  }
}
