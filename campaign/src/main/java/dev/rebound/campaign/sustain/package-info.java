/**
 * The search for the highest rate that a job sustains: {@link RateSearch} names the next rate and
 * holds the bracket, {@link SustainJudge} says whether a trial sustained its rate, with {@link
 * Slope} for the backlog. All of it but the files is pure; the runner carries it out.
 */
package dev.rebound.campaign.sustain;
