/** Where processes run: starting, addressing, signalling and surely ending them. */
package dev.rebound.lab.platform;
