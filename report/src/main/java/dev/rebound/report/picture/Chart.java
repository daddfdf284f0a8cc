package dev.rebound.report.picture;

/**
 * A part of a study's picture.
 *
 * @param name of a file that holds it alone, without its ending
 * @param title in words
 * @param marks as SVG, from the top on
 */
public record Chart(String name, String title, int height, String marks) {
  /** The width of every chart. */
  public static final int WIDTH = 960;

  public Chart {
    name = plain(name);
  }

  /** A name as files and pages can have it. */
  public static String plain(String name) {
    return name.replaceAll("[^A-Za-z0-9._-]", "-");
  }

  /** As a part of a page. */
  public String inPage() {
    return Svg.inPage(name, title, WIDTH, height, marks);
  }

  /** As a file of its own. */
  public String alone() {
    return Svg.file(title, WIDTH, height, marks);
  }
}
