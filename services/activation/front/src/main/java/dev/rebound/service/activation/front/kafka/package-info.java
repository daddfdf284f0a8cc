/** Handing requests to the topic. */
package dev.rebound.service.activation.front.kafka;
