/**
 * A study: experiments that answer one question together, repeated in a balanced order, resumed
 * where they were interrupted, and held against published figures.
 *
 * <p>{@link StudyPlan} makes the list (blocks, their order, shared controls), {@link StudyChoice}
 * is the part of it that a call chooses, {@link StudyStart} finds the folder where it goes on or
 * begins one, and {@link StudyCampaign} works it off and saves after every change. It knows runs
 * only as something that carries one out.
 */
@org.jspecify.annotations.NullMarked
package dev.rebound.campaign.study;
