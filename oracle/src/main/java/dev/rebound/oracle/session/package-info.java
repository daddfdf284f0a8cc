/** Events of sessions, replayed: what each owes, and the state after it. */
package dev.rebound.oracle.session;
