/** What faults do to members. Each kind is a value that carries itself out, with proof. */
package dev.rebound.lab.harm;
