/**
 * What experiments can name that is not built into this module: {@link Engines} by name, and the
 * jars from outside that add to them, to workloads and to faults ({@link Extensions}).
 */
package dev.rebound.lab.catalogue;
