package dev.rebound.job.spark;

import dev.rebound.workload.EventLog;
import dev.rebound.workload.JobOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.spark.sql.SparkSession;

/** A session whose executors and batches are told of, and the process's own from now on. */
record ReportedSession(SparkSession session, EventLog events, Admin admin) {
  static ReportedSession of(JobOptions options) throws IOException {
    EventLog events = new EventLog(Path.of(options.text("events")), options.number("incarnation"));
    events.write("start", "pid", ProcessHandle.current().pid());
    Admin admin = Admin.create(new HashMap<>(DriverSettings.client(options)));
    SparkSession session =
        SparkSession.builder().config(DriverSettings.spark(options)).getOrCreate();
    String application = session.sparkContext().applicationId();
    EventReporter witness = new EventReporter(events, application, admin, options.text("group"));
    session.sparkContext().addSparkListener(witness.ofExecutors());
    session.streams().addListener(witness);
    events.write("session", "application", application);
    return new ReportedSession(session, events, admin);
  }
}
