/** What adapters share. */
package dev.rebound.engine.adapter;
