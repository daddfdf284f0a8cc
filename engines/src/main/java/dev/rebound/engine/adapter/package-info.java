/** Code that adapters share. */
package dev.rebound.engine.adapter;
