/** Values of keys, held against an aggregate of their inputs, an invariant or a reference. */
package dev.rebound.oracle.keyed;
