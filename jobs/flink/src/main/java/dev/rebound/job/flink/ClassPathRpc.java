package dev.rebound.job.flink;

import java.util.Iterator;
import java.util.ServiceLoader;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.rpc.RpcSystem;
import org.apache.flink.runtime.rpc.RpcSystemLoader;
import org.apache.flink.runtime.rpc.exceptions.RpcLoaderException;

/**
 * Takes Flink's RPC system from the class path, where {@code flink-rpc-akka} stands on it.
 *
 * <p>Flink's own loader copies that jar, 24 MB with some 2,500 classes that each TaskManager needs,
 * out of another one into a temporary file at each start, and loads it with a class loader of its
 * own, so that none of these classes can come from a class-data archive. From the class path they
 * can, and a restarted TaskManager is back sooner. Flink's own loader remains in force where the
 * jar is not on the class path.
 *
 * <p>The price: Pekko's and Scala's classes are visible to the job, and {@link RpcSystemLoader} is
 * an interface that Flink keeps for itself.
 */
public final class ClassPathRpc implements RpcSystemLoader {
  /** Before Flink's own loader, which has 0: the lowest comes first. */
  private static final int FIRST = -1;

  @Override
  public int getLoadPriority() {
    return FIRST;
  }

  @Override
  public RpcSystem loadRpcSystem(Configuration configuration) {
    Iterator<RpcSystem> found =
        ServiceLoader.load(RpcSystem.class, ClassPathRpc.class.getClassLoader()).iterator();
    if (!found.hasNext()) {
      throw new RpcLoaderException("flink-rpc-akka is not on the class path");
    }
    return found.next();
  }
}
