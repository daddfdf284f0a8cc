/**
 * The audit: what was due against what each reader saw, by the definitions of docs/measuring.md.
 */
package dev.rebound.analysis.check;
