/**
 * What analysis and platforms both speak of: errors that a person can act on, owners of processes,
 * series of values, and folders. Needs the JDK alone.
 */
package dev.rebound.base;
