/**
 * Sending a run's input over HTTP: a load process, open or closed model, that knows what became of
 * each single request. A process of its own; the lab sees its files and telemetry only.
 */
package dev.rebound.lab.http;
