/**
 * A study: experiments that answer one question together, repeated in a balanced order, resumed
 * where they were interrupted, and held against published figures.
 */
@org.jspecify.annotations.NullMarked
package dev.rebound.study;
