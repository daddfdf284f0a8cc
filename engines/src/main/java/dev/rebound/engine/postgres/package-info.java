/** PostgreSQL as a supporting system: fetched, unpacked, started, and asked how it is. */
package dev.rebound.engine.postgres;
