/** Supporting systems of a run: what the subject cannot do without and is not studied. */
package dev.rebound.lab.part;
