/**
 * The engines by name. A new engine is a package and a line in {@code META-INF/services}; the
 * contract that every engine passes with real processes is among the tests.
 */
package dev.rebound.engine;
