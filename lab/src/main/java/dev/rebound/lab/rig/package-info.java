/**
 * Runs put together on a platform: brokers, subject, load, observer, tools. A {@link Deployment} is
 * what is up of it; it closes what started last first, and the platform last whatever happens. A
 * {@link Load} is what sends: to brokers ({@link Generators}) or to services ({@link HttpLoad});
 * once it is started it is a {@link RunningLoad}.
 */
package dev.rebound.lab.rig;
