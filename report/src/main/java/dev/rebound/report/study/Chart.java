package dev.rebound.report.study;

/**
 * A part of a study's picture.
 *
 * @param name of a file that holds it alone, without its ending
 * @param title in words
 * @param marks as SVG, from the top on
 */
record Chart(String name, String title, int height, String marks) {
  /** The width of every chart. */
  static final int WIDTH = 960;

  Chart {
    name = name.replaceAll("[^A-Za-z0-9._-]", "-");
  }

  /** As a file of its own. */
  String alone() {
    return Svg.file(title, WIDTH, height, marks);
  }
}
