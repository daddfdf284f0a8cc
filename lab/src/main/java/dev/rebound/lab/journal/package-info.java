/** The ordered events of a run, written as they happen: the source of every output. */
package dev.rebound.lab.journal;
