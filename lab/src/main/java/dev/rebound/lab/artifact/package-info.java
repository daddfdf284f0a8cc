/**
 * Maven coordinates to jars in the user's own cache, fetched when an experiment first needs them.
 *
 * <p>The cache is asked first and strictly: a descriptor that is missing there is fetched, and
 * never taken for one without dependencies. Only then are the repositories asked that the user's
 * {@code settings.xml} gives. {@link MissingArtifact} names what is missing and what needs it.
 */
package dev.rebound.lab.artifact;
