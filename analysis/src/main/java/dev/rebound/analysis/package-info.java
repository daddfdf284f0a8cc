/**
 * The pure part: files and times of a run in, findings out. No process, clock or network is in
 * reach.
 */
package dev.rebound.analysis;
