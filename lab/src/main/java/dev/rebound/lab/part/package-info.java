/** What a run is put together from: each part is planned, started, faulted and closed alike. */
package dev.rebound.lab.part;
