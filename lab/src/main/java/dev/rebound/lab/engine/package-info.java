/** What every engine is to the lab: an interface for its adapter, and the words between them. */
package dev.rebound.lab.engine;
