/** Asking the activation service over HTTP: once, or with retries and a circuit breaker. */
package dev.rebound.service.activation.front.rest;
