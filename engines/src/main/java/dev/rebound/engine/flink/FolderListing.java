package dev.rebound.engine.flink;

import java.io.IOException;
import java.util.List;

/** Names what lies in a folder. */
interface FolderListing {
  /** Names; none if there is no such folder. */
  List<String> of(String folder) throws IOException;
}
