/**
 * PostgreSQL as a supporting system, of role {@code database}: fetched, unpacked once for this
 * user, started by a script that becomes the postmaster, and asked how it is. See
 * docs/postgresql.md.
 */
package dev.rebound.engine.postgres;
