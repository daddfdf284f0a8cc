package dev.rebound.lab.fault;

/**
 * Something that is not as it should be, and what would be.
 *
 * @param message what is wrong
 * @param remedy what to write, or to do
 */
public record FaultProblem(String message, String remedy) {}
