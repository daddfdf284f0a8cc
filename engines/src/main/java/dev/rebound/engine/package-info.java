/** The engines by name, and what their adapters share. */
package dev.rebound.engine;
