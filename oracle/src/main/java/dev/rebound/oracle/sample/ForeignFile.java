package dev.rebound.oracle.sample;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.rebound.workload.OptionProblem;

/** Files that are called as if they held records, and are known by their first bytes as others. */
enum ForeignFile {
  LFS(
      "version https://git-lfs.github.com/spec/",
      "a pointer of Git LFS: its records are elsewhere",
      "Get them: git lfs pull."),
  GZIP("\u001f\u008b", "compressed by gzip", "Unpack it: gunzip."),
  ZSTD("(\u00b5/\u00fd", "compressed by Zstandard", "Unpack it: unzstd."),
  ZIP("PK\u0003\u0004", "a ZIP, as .xlsx files are", "Unpack it, or save the sheet as CSV."),
  PARQUET("PAR1", "Parquet", "Write it as JSON, one object a line."),
  AVRO(
      "Obj\u0001",
      "a container of Avro",
      "Write it as JSON, one object a line: avro-tools tojson."),
  UTF16_LITTLE("\u00ff\u00fe", "UTF-16", "Add charset: utf-16."),
  UTF16_BIG("\u00fe\u00ff", "UTF-16", "Add charset: utf-16.");

  private final String begins;
  private final String what;
  private final String remedy;

  ForeignFile(String begins, String what, String remedy) {
    this.begins = begins;
    this.what = what;
    this.remedy = remedy;
  }

  /**
   * An {@link OptionProblem} says what a file is that cannot be read as a sample.
   *
   * @param text whether it is to be text, and not bytes of any kind
   */
  static void refuse(String file, byte[] bytes, SampleLayout layout, boolean text) {
    String first = new String(bytes, 0, Math.min(64, bytes.length), ISO_8859_1);
    for (ForeignFile its : values()) {
      boolean read =
          its != LFS && (!text || (its.begins.length() == 2 && layout.charset().equals("utf-16")));
      OptionProblem.when(
          !read && first.startsWith(its.begins),
          SampleFiles.FROM,
          file + " is " + its.what,
          its.remedy);
    }
  }
}
