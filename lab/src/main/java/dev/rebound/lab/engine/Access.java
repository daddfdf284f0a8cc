package dev.rebound.lab.engine;

import java.util.List;

/**
 * How a service is asked, and where what it did is seen: what stands in the place of an input and
 * an output topic.
 *
 * @param urls that requests are posted to, one after the other; a single one as a rule
 * @param database JDBC address of its database, as the run's processes see it
 * @param driver Maven coordinates of that database's driver
 * @param rows query for what it did, in an order that never changes; {@code
 *     dev.rebound.lab.observe.TableSource} says in which form
 * @param strays query for what else stands in its tables though no such row is of it: of each, in
 *     one column, which it is
 * @param noEffect header of an answer whose request certainly had no effect, {@code name: value}
 * @param outbox query for the ids of requests that it has accepted and keeps in a table to be done
 *     later; the table need not be there
 * @param deadLetters topic of the requests that it has set aside, keyed by their ids
 */
public record Access(
    List<String> urls,
    String database,
    List<String> driver,
    String rows,
    String strays,
    String noEffect,
    String outbox,
    String deadLetters) {}
