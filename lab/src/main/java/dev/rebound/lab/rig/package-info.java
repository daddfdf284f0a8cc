/** Runs put together on a platform: brokers, subject, load, observer, tools. */
package dev.rebound.lab.rig;
