/**
 * The common ground of load generators, observers and the readers after a run as processes:
 * settings from a properties file, a telemetry line per second, a control file, and exits with a
 * message instead of a stack trace.
 */
package dev.rebound.lab.telemetry;
