/** HDFS as a supporting system: planned, started, and asked how it is. */
package dev.rebound.engine.hdfs;
