package dev.rebound.job.storm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.grouping.CustomStreamGrouping;
import org.apache.storm.task.WorkerTopologyContext;

/**
 * Gives all that one task emits to the same one of the tasks behind it, in the same worker if there
 * is any: what a partition has in order stays in order, and records do not leave the worker that
 * read them.
 */
final class SameTaskGrouping implements CustomStreamGrouping {
  private static final long serialVersionUID = 1L;

  private final Map<Integer, List<Integer>> neighbours = new HashMap<>();

  @Override
  public void prepare(
      WorkerTopologyContext context, GlobalStreamId stream, List<Integer> targetTasks) {
    List<Integer> mine = new ArrayList<>(context.getThisWorkerTasks());
    List<Integer> here = targetTasks.stream().filter(mine::contains).toList();
    List<Integer> near = here.isEmpty() ? targetTasks : here;
    List<Integer> sources =
        context.getComponentTasks(stream.get_componentId()).stream()
            .filter(mine::contains)
            .sorted()
            .toList();
    for (int i = 0; i < sources.size(); i++) {
      neighbours.put(sources.get(i), List.of(near.get(i % near.size())));
    }
  }

  @Override
  public List<Integer> chooseTasks(int taskId, List<Object> values) {
    return neighbours.getOrDefault(taskId, List.of());
  }
}
