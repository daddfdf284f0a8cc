package dev.rebound.workload.catalogue;

/** The place where providers are looked for: the class path. */
final class Extensions {
  private Extensions() {}

  static ClassLoader loader() {
    return Extensions.class.getClassLoader();
  }
}
