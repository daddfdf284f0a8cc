/**
 * The job that makes a classic mistake on demand, as real processes: what the lab must catch. It
 * claims any guarantee, also those that its bug breaks. Without a bug it is sound under
 * at-least-once, and for windows by count of visits sent by key under exactly-once; it does not
 * shuffle. Start reading at {@link FaultyEngine}.
 */
package dev.rebound.engine.faulty;
