/** Input topics, as one row of partitions. */
package dev.rebound.lab.topic;
