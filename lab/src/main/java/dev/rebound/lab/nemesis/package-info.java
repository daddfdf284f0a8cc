/** Carries out the fault schedule, verifies each fault, and heals everything at the end. */
package dev.rebound.lab.nemesis;
