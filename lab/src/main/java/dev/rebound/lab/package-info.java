/** The laboratory: starts real processes, loads them, breaks them, measures, audits and judges. */
package dev.rebound.lab;
