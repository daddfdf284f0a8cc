/** Flink as separate processes, driven and followed over its REST interface. */
@NullMarked
package dev.rebound.engine.flink;

import org.jspecify.annotations.NullMarked;
