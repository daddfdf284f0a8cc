/** The commands, thin: what they say and do lives in the lab, the engines and the reports. */
package dev.rebound.cli;
