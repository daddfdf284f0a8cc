/**
 * TopicReading a run's topics: the live observer of the output, and the readers after the drain.
 * Each is a process of its own; the lab sees their files and telemetry only.
 */
package dev.rebound.lab.observe;
