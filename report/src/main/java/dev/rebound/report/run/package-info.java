/** A run as its folder holds it, read for reports. */
package dev.rebound.report.run;
