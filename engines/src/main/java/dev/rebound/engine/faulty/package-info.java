/**
 * The job that makes a classic mistake on demand, as real processes: what the lab must catch. Start
 * reading at {@link dev.rebound.engine.faulty.FaultyEngine}.
 */
package dev.rebound.engine.faulty;
