package dev.rebound.engine.postgres;

import dev.rebound.engine.adapter.JobWorker;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.experiment.EngineDeclaration.JarSet;
import dev.rebound.lab.experiment.EngineDeclaration.Support;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.ScalarType;
import dev.rebound.lab.part.Link;
import dev.rebound.lab.part.Part;
import dev.rebound.oracle.request.RowColumns;
import dev.rebound.platform.Platform;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A table on a PostgreSQL of the run in which a program of the user's leaves its rows: how files
 * name it, and how it is read back.
 *
 * @param name as an SQL query has it
 * @param key the column that says what a row is of
 */
public record WrittenTable(String name, String key) {
  private static final String NAME = "[A-Za-z_][A-Za-z0-9_]*";

  /** Names the table. */
  public static final Option TABLE =
      Option.optional(
              "table",
              ScalarType.pattern(
                  "the name of a table",
                  NAME + "([.]" + NAME + ")?",
                  "Write orders or shop.orders, as an SQL query without quotes has it."),
              "orders")
          .meaning(
              "The table that a service leaves a row in for each request that it accepts, or an"
                  + " external program for each record that it reads, on a PostgreSQL of the run"
                  + " (REBOUND_DATABASE_URL, REBOUND_JDBC_URL).");

  /** Names the column that a row is known by. */
  public static final Option KEY =
      Option.optional(
              "key",
              ScalarType.pattern(
                  "the name of a column",
                  NAME,
                  "Write order_id, as an SQL query without quotes has it."),
              "order_id")
          .meaning(
              "With table: its column that says of which request a row is, by ${id}, ${n} or"
                  + " ${uuid}; or of which record, by its id.");

  /** Asks for a database without a table that is read back. */
  public static final Option DATABASE =
      Option.optional(
              "database", ScalarType.choice("database", List.of("postgresql")), "postgresql")
          .meaning(
              "A service or an external program without a table: a database that it needs, and"
                  + " that is not read back (REBOUND_DATABASE_URL).");

  /** The names of the variables that tell a program of the database. */
  public static final Set<String> TOLD = Set.of("REBOUND_DATABASE_URL", "REBOUND_JDBC_URL");

  /** What a reader of the table needs. */
  public static final List<JarSet> JARS = List.of(new JarSet(PostgresPart.DRIVER, List.of()));

  /** The database, of engines that have these keys. */
  public static final Support SUPPORT =
      new Support(
          Set.of(PostgresPart.ROLE),
          version -> List.of(new JarSet(PostgresPart.jars(), List.of())));

  /** Commit times tell when a row was written, without a column for it. */
  private static final Map<String, String> SETTINGS = Map.of("track_commit_timestamp", "on");

  /** The table that an engine's section names. */
  public static Optional<WrittenTable> of(EngineSpec spec) {
    return spec.options().containsKey(TABLE.key())
        ? Optional.of(new WrittenTable(spec.option(TABLE.key(), ""), spec.option(KEY.key(), "")))
        : Optional.empty();
  }

  /** Whether the section asks for a database, with a table or without one. */
  public static boolean hasDatabase(EngineSpec spec) {
    return of(spec).isPresent() || spec.options().containsKey(DATABASE.key());
  }

  /** The database, where one is asked for. */
  public static List<Part> parts(EngineSpec spec, Platform platform) {
    return hasDatabase(spec) ? List.of(PostgresPart.planned(SETTINGS, platform)) : List.of();
  }

  /** That workers are clients of the database, where one is asked for. */
  public static List<Link> links(EngineSpec spec) {
    return hasDatabase(spec) ? List.of(PostgresPart.from(JobWorker.ROLE)) : List.of();
  }

  /** The variables that tell a program of the database, where there is one. */
  public static Map<String, String> told(EngineSpec spec, Platform platform) {
    return hasDatabase(spec)
        ? new TreeMap<>(
            Map.of(
                "REBOUND_DATABASE_URL",
                PostgresPart.url(platform),
                "REBOUND_JDBC_URL",
                PostgresPart.jdbcUrl(platform)))
        : Map.of();
  }

  /**
   * Tells what is wrong with the keys among themselves, and faults on a database that is not there.
   *
   * @param who writes the table, in a word
   * @param input what a row is of, in a word
   * @param topic whether outputs are on a topic, so that no table is called for
   */
  public static void check(EngineSection section, String who, String input, boolean topic) {
    Optional<WrittenTable> table = of(section.spec());
    if (table.isPresent() && section.has(DATABASE.key())) {
      section.wrong(
          DATABASE.key(),
          "engine.database is for a %s without a table, and one with a table has it by that"
              .formatted(who),
          "Remove database.");
    }
    if (!hasDatabase(section.spec())) {
      section.wrongRole(
          PostgresPart.ROLE,
          "there is neither engine.table nor database, and so no database that a fault could hit",
          "Remove this fault, or add database: postgresql"
              + (topic ? "." : ", or table: orders and key: order_id."));
    }
    if (table.isPresent() && !section.has(KEY.key())) {
      section.wrong(
          KEY.key(),
          "engine.key is missing: of which %s a row of %s is, is not known"
              .formatted(input, table.get().name()),
          "Add key: order_id, the column that holds what the %s said of itself.".formatted(input));
    }
  }

  /** All rows of a key as JSON, in the order in which they were committed. */
  private static final String EACH =
      ", string_agg(to_json(t)::text, chr(30) order by pg_xact_commit_timestamp(t.xmin), t.ctid)";

  /** Where it is read. */
  public SubjectInterface.Rows rows(WorkloadSpec workload, Platform platform) {
    // Of a record that says which it is, all that its row holds may have to be as it has it.
    String json = Workloads.kind(workload.name()).shape().tagged() ? EACH : "";
    return new SubjectInterface.Rows(
        PostgresPart.outsideUrl(platform),
        PostgresPart.DRIVER,
        Map.of(
            "copies", copies(json), "all", all(json, RowColumns.of(workload)), "strays", strays()));
  }

  /**
   * The first sign that a program does its work.
   *
   * @param first what it must do first, in words
   * @param says what says of itself which it is, in words
   */
  public SubjectInterface.FirstSign firstRow(String first, String says) {
    return new SubjectInterface.FirstSign(
        "no row of table " + name + " was seen",
        ("See the workers' logs in the run's folder, and logs/observer.log: it must %s into %s of"
                + " the database that REBOUND_DATABASE_URL names, and put what %s of itself into %s")
            .formatted(first, name, says, key));
  }

  /**
   * Keys of which rows were written by transactions behind one, up to the oldest that is under way;
   * how many rows each has, and when the first of them was written.
   *
   * @param json what is asked for beside them
   */
  private String copies(String json) {
    String transaction = "xmin::text::bigint";
    String underWay = "pg_snapshot_xmin(pg_current_snapshot())::text::bigint";
    return counts(underWay + " - 1", json)
        + " where t.%2$s in (select c.%2$s from %1$s c where c.%3$s > ? and c.%3$s < %4$s)"
            .formatted(name, key, transaction, underWay)
        + " group by t.%1$s".formatted(key);
  }

  /**
   * The same of all keys, whatever is under way; then of each column of a row that is looked at its
   * least text and its greatest.
   */
  private String all(String json, RowColumns row) {
    String text = "coalesce(t.%s::text, 'NULL')";
    String texts =
        row.columns().stream()
            .map(column -> text.formatted(column.name()))
            .map(of -> ", min(%1$s), max(%1$s)".formatted(of))
            .collect(Collectors.joining());
    return counts("0", json + texts) + " where t.%1$s is not null group by t.%1$s".formatted(key);
  }

  private String counts(String upTo, String texts) {
    return "select %s, floor(extract(epoch from min(coalesce(pg_xact_commit_timestamp(t.xmin),"
            .formatted(upTo)
        + " clock_timestamp()))) * 1000)::bigint, count(*), t.%2$s::text%3$s from %1$s t"
            .formatted(name, key, texts);
  }

  /** Rows that no key stands in. */
  private String strays() {
    return "select 'a row of %1$s without %2$s' from %1$s t where t.%2$s is null"
        .formatted(name, key);
  }
}
