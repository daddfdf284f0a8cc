/**
 * HDFS as a supporting system that Flink may ask for: planned, started, and asked over HTTP what it
 * holds and how it is. See docs/flink-parts.md.
 */
package dev.rebound.engine.hdfs;
