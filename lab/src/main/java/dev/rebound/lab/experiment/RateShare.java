package dev.rebound.lab.experiment;

/** A rate as a share of what the job sustains, as the file says it: {@code 60%}. */
record RateShare(double share) {}
