/** Whether enough faults keep a promised outage or recovery time: runs until it is shown. */
@org.jspecify.annotations.NullMarked
package dev.rebound.analysis.promise;
