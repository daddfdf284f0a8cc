/** Keeping requests in a table of the front's own, from which they are handed to the topic. */
package dev.rebound.service.activation.front.outbox;
