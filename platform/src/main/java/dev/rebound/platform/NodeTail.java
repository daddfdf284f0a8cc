package dev.rebound.platform;

import java.io.IOException;
import java.util.List;

/**
 * The lines of a file that a node writes, as they come, across the lives of the node. Ends with the
 * platform. Not thread-safe.
 */
public interface NodeTail {
  /**
   * The lines that were completed since the last call, in order; none while the file is not there.
   * A line that a killed process left torn is joined to what its successor appends, so readers must
   * take a line that makes no sense as nothing.
   */
  List<String> poll() throws IOException;
}
