package dev.rebound.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Whether an open page can be read by anyone. */
public final class Legible {
  private static final String AXE = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";

  private Legible() {}

  /**
   * The violations that axe finds: contrast of text, names of pictures, order of headings and the
   * like.
   */
  public static JsonNode violations(Tab tab) throws Exception {
    try (InputStream in = Legible.class.getResourceAsStream(AXE)) {
      tab.evaluate(new String(in.readAllBytes(), StandardCharsets.UTF_8) + "; 1");
    }
    return tab.evaluate(
        "axe.run().then(r => r.violations.map(v => v.impact + ' ' + v.id + ' '"
            + " + v.nodes.map(n => n.html).join(' | ')))");
  }

  /** By how many pixels the page is wider than its window. */
  public static int overflow(Tab tab) throws Exception {
    return tab.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth")
        .asInt();
  }

  /** Colours of lines that have less than 3:1 against the page, which axe does not look at. */
  public static JsonNode faint(Tab tab) throws Exception {
    return tab.evaluate(
        """
        (() => {
          const root = getComputedStyle(document.documentElement);
          const light = name => {
            const hex = root.getPropertyValue(name).trim();
            const [r, g, b] = [1, 3, 5].map(i => parseInt(hex.substr(i, 2), 16) / 255)
              .map(v => v <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const paper = light('--paper');
          return ['--accent', '--second', '--third', '--fourth', '--soft', '--bandline', '--pass', '--fail',
            '--silent', '--below', '--catches', '--step0', '--step1', '--step2', '--step3', '--step4',
            '--n0', '--n1', '--n2', '--n3', '--n4', '--n5', '--n6', '--n7'].filter(name => {
            const a = light(name), ratio = (Math.max(a, paper) + 0.05) / (Math.min(a, paper) + 0.05);
            return !(ratio >= 3);
          });
        })()
        """);
  }
}
