/**
 * Rule matching on plain Kafka clients with the classic mistakes, to prove that a check of recovery
 * catches them. Start reading at {@link dev.rebound.job.faulty.FaultyJob}.
 */
package dev.rebound.job.faulty;
