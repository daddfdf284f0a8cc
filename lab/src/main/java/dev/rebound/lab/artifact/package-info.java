/**
 * Maven coordinates to jars in the user's own cache, fetched when an experiment first needs them.
 */
package dev.rebound.lab.artifact;
