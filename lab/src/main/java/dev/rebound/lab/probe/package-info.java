/** Probes, which are read once a second while a run goes on, and the sampler that reads them. */
package dev.rebound.lab.probe;
