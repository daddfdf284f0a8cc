/** Outputs that each record owes by itself, in a table, and the states that such outputs tell. */
package dev.rebound.oracle.perrecord;
