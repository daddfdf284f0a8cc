/** One run from its plan to its verdict: phases, the rig that they drive, and what it leaves. */
package dev.rebound.lab.runner;
