package dev.rebound.advise;

/** Knows files of one dialect, and reads them. */
interface DialectReader {
  /** What the file declares; nothing if it is of another dialect. */
  FileSettings read(SettingsFile file);
}
