/**
 * What a user's own program is made of, as far as that can be seen: the files that a command, its
 * scripts and their imports name, and why there may be more.
 */
@NullMarked
package dev.rebound.lab.program;

import org.jspecify.annotations.NullMarked;
