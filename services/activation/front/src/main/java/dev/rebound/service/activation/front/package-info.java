/** The front service: where clients ask for activations, in four ways. */
package dev.rebound.service.activation.front;
