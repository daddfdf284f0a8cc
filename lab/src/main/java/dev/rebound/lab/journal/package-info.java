/**
 * The ordered events of a run, written as they happen: the source of every output. An entry is
 * written and flushed first; then listeners hear of it in order, each on a thread of its own, and
 * one that throws is dropped with a warning. Replaying gives the same entries to the same listeners
 * later, and tolerates a torn last line.
 */
package dev.rebound.lab.journal;
