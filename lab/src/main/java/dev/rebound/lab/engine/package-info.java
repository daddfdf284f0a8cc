/**
 * The seam between lab and engines. An {@link Engine} declares what it can do, and configures a
 * {@link Subject} from an experiment, which says how it is asked ({@link SubjectInterface}). A
 * {@link Cluster} is what is up of it: it tells steps, who holds work, and how far the job has
 * come, and takes further jobs. {@link OwnTopics} tells by their names which topics a job makes
 * itself.
 */
package dev.rebound.lab.engine;
