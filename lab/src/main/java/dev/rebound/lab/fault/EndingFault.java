package dev.rebound.lab.fault;

import dev.rebound.platform.Node;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A fault that ends its victims' processes, and may start them again. */
public interface EndingFault extends Fault<MemberProcess> {
  /** The restart that follows the death; null if the victim stays down. */
  @Nullable Restart restart();

  @Override
  default MemberProcess target(Node member) {
    return new MemberProcess(member);
  }

  @Override
  default ActProof heal(MemberProcess process, ActProof hit, LongSupplier micros) {
    return process.startAgain(restart(), hit, micros);
  }
}
