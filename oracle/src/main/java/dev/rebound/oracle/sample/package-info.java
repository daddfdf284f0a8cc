/**
 * Records of a user's own: a sample of them read from files, where their fields are, and how they
 * are made unique and moved to now when they are replayed.
 */
package dev.rebound.oracle.sample;
