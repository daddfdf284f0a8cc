/** The platform that a run is given, and the machine that the lab itself runs on. */
package dev.rebound.lab.platform;
