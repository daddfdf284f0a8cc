package dev.rebound.report.study;

import java.util.function.Function;

/** A column of a table of a comparison, whoever writes it. */
record Column<R>(String name, Function<R, String> words) {}
