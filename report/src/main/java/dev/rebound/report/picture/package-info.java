/** Pictures as SVG, for files and for pages: their marks, their style, the places of values. */
package dev.rebound.report.picture;
