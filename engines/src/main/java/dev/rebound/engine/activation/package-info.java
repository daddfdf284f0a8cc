/**
 * The user activation platform as a subject: a front service, an activation service, and the
 * database between what was asked and what was done. Start reading at {@link
 * dev.rebound.engine.activation.ActivationEngine}.
 */
package dev.rebound.engine.activation;
