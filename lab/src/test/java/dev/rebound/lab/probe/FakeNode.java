package dev.rebound.lab.probe;

import dev.rebound.platform.NodeProcess;
import java.util.List;

/** A node whose life a test decides. */
final class FakeNode {
  private NodeProcess now;

  FakeNode(String name, String role, long pid) {
    now = new NodeProcess(name, role, 1, pid, true, false);
  }

  void die() {
    now = new NodeProcess(now.node(), now.role(), now.life(), now.pid(), false, false);
  }

  void comeBack(long pid) {
    now = new NodeProcess(now.node(), now.role(), now.life() + 1, pid, true, false);
  }

  List<NodeProcess> alone() {
    return List.of(now);
  }
}
