/**
 * The audit: what was due against what each reader saw, by the definitions of docs/measuring.md.
 *
 * <p>{@link SendLedger} is the ledger of a run's send logs. {@link ReaderAudit} passes once over
 * what a reader saw, without an object per output; {@link SecondReading} is the topic read again,
 * held against the live view record by record; {@link OpenOutputs} knows what stands behind an open
 * transaction; {@link Attribution} says which fault a finding belongs to. {@link Checker} puts them
 * together.
 */
package dev.rebound.analysis.check;
