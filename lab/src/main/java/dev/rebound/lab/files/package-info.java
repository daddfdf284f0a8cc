/** Hashes of files. */
package dev.rebound.lab.files;
