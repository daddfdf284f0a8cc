/** What jobs sustain on this machine, as measured and kept for later runs. */
package dev.rebound.lab.capacity;
