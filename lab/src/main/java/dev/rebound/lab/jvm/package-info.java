/** The JDKs of this machine, and the JVMs that engines' processes run on. */
@NullMarked
package dev.rebound.lab.jvm;

import org.jspecify.annotations.NullMarked;
