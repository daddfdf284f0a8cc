/**
 * The user activation platform as a subject: a front service, an activation service, and the
 * database between what was asked and what was done. {@link ActivationEngine} says where requests
 * are posted, which query gives the rows, and where requests wait. Services are built when a run
 * first asks for them, and each build is unpacked to a folder of its own, so that a run keeps what
 * it began with.
 */
package dev.rebound.engine.activation;
