/**
 * The engines by name. A new engine is a package and a line in {@link Engines}; the contract that
 * every engine passes with real processes is among the tests.
 */
package dev.rebound.engine;
