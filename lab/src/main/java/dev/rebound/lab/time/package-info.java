/** The clock that a run lives by. */
package dev.rebound.lab.time;
