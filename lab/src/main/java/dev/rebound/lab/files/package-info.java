/** Hashes of files, and the folder of this user that keeps what can be made again. */
package dev.rebound.lab.files;
