/** Windows and sessions of visits: which are due, and which of those that came are right. */
package dev.rebound.oracle.window;
