/**
 * Experiment files: reading, checking, matrices, and the JSON schema; docs/experiment-files.md is
 * the reference.
 */
package dev.rebound.lab.experiment;
