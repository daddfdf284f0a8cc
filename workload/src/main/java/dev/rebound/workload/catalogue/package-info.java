/**
 * What there is to choose from: {@link Catalogue}s of engines, workloads, faults and platforms,
 * Rebound's own and those of jars from outside ({@link ExtensionPath}).
 */
package dev.rebound.workload.catalogue;
