/**
 * Sending a run's input over HTTP: a load process that knows what became of each single request. A
 * process of its own; the lab sees its files and telemetry only.
 *
 * <p>{@link OpenLoop} keeps to a schedule, {@link ClosedLoop} has users who wait for their answers.
 * {@link Dispatcher} bounds how many are in flight and for how long. {@link OnceBody} hands its
 * body out once at most, and so knows whether it left; {@link AnswerRule} says what an answer
 * means.
 */
package dev.rebound.lab.http;
