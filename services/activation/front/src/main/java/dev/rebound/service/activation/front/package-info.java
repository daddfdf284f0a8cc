/**
 * The front service: where clients ask for activations, in four ways. See
 * docs/services/activation.md.
 */
package dev.rebound.service.activation.front;
