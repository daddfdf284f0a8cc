/**
 * The search for the highest rate that a job sustains: which rate to try next, whether a trial
 * sustained its rate, and what came out. All of it but the files is pure.
 */
package dev.rebound.lab.sustain;
