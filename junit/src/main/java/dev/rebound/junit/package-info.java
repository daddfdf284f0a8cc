/**
 * An experiment as a test of JUnit Jupiter: {@link dev.rebound.junit.ReboundExperiment} carries it
 * out, and its verdict is the test's result.
 */
package dev.rebound.junit;
