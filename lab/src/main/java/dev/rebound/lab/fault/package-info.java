/**
 * The acts of faults on members. A {@link Fault} is a value that acts on a {@link Target} of a
 * member, with {@link ActProof}, and heals it, with proof. Its process is one ({@link
 * MemberProcess}); another is another class. The plan of a fault is a {@link FaultPlan}.
 */
package dev.rebound.lab.fault;
