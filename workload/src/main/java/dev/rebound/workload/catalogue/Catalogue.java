package dev.rebound.workload.catalogue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Everything that there is of one sort, by name. Providers offer it, which {@link ServiceLoader}
 * finds; Rebound's own come first. Thread-safe.
 *
 * @param <P> who offers, by {@code META-INF/services}
 * @param <T> what is offered
 */
public final class Catalogue<P, T> {
  private static final String OWN = "dev.rebound.";

  private final Class<P> provider;
  private final Function<P, List<T>> offers;
  private final Function<T, String> name;
  private volatile @Nullable Listing<T> listing;

  /** What the providers of one class loader offer. */
  private record Listing<T>(ClassLoader loader, Map<String, T> byName) {}

  public Catalogue(Class<P> provider, Function<P, List<T>> offers, Function<T, String> name) {
    this.provider = provider;
    this.offers = offers;
    this.name = name;
  }

  /**
   * All that there is. Throws {@link IllegalArgumentException} for a name that is offered twice.
   */
  public Map<String, T> byName() {
    ClassLoader loader = ExtensionPath.current().loader();
    Listing<T> current = listing;
    if (current == null || current.loader() != loader) {
      current = new Listing<>(loader, list(loader));
      listing = current;
    }
    return current.byName();
  }

  /** All that there is, in order. */
  public List<T> all() {
    return List.copyOf(byName().values());
  }

  private Map<String, T> list(ClassLoader loader) {
    List<P> providers = new ArrayList<>();
    ServiceLoader.load(provider, loader).forEach(providers::add);
    providers.sort(Comparator.comparing(own -> !own.getClass().getName().startsWith(OWN)));
    Map<String, T> byName = new LinkedHashMap<>();
    for (P its : providers) {
      for (T offered : offers.apply(its)) {
        if (byName.putIfAbsent(name.apply(offered), offered) != null) {
          throw new IllegalArgumentException(
              "%s offers '%s', which is there already"
                  .formatted(its.getClass().getName(), name.apply(offered)));
        }
      }
    }
    return Collections.unmodifiableMap(byName);
  }
}
