package dev.rebound.engine.flink;

import java.nio.file.Path;
import java.util.List;

/** What is submitted, and again after a JobManager was lost. */
record Submission(Path jar, List<String> arguments, int parallelism) {}
