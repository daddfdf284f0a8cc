/** Reads runs and studies back from their folders, to compare them. */
package dev.rebound.campaign.archive;
