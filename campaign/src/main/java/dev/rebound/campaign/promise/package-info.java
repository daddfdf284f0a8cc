/**
 * Whether enough faults keep a promised outage or recovery time: {@link PromiseStatus} says when
 * that is shown or refuted, {@link PromiseSearch} runs until it is. It knows runs only as something
 * that can be asked for more.
 */
@org.jspecify.annotations.NullMarked
package dev.rebound.campaign.promise;
