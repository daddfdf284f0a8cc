/**
 * A service of the user's own as a subject, declared in the experiment file alone: {@link
 * ServiceEngine} says how it is asked, and in which table or on which topic it is read back.
 * docs/own-services.md is for those who have one.
 */
package dev.rebound.engine.service;
