/** What is read once a second while a run goes on, and the sampler that reads it. */
package dev.rebound.lab.probe;
