package dev.rebound.junit;

import dev.rebound.Outcome;
import dev.rebound.Run;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * Carries out an experiment when its test is invoked: after what prepares the test, and within the
 * test's timeout.
 */
final class ExperimentExtension implements InvocationInterceptor, ParameterResolver {
  private static final Namespace STORE = Namespace.create(ExperimentExtension.class);
  private static final String REPORT = "rebound.report";

  /** The annotation that holds for a test, and the test or class that has it. */
  private record Annotated(ReboundExperiment experiment, ExtensionContext context) {
    static Annotated of(ExtensionContext test) {
      for (ExtensionContext context = test; ; context = context.getParent().orElseThrow()) {
        Optional<ReboundExperiment> found =
            AnnotationSupport.findAnnotation(context.getElement(), ReboundExperiment.class);
        if (found.isPresent()) {
          return new Annotated(found.get(), context);
        }
      }
    }

    Outcome outcome() {
      ExperimentOfTest asked = new ExperimentOfTest(experiment, context);
      if (context.getTestMethod().isPresent()) {
        return asked.carryOut();
      }
      Object shared =
          context
              .getStore(STORE)
              .getOrComputeIfAbsent(context.getUniqueId(), key -> outcomeOrProblem(asked));
      if (shared instanceof ReboundException problem) {
        throw problem;
      }
      return (Outcome) shared;
    }

    /** The next test does not try again what could not be carried out. */
    private static Object outcomeOrProblem(ExperimentOfTest asked) {
      try {
        return asked.carryOut();
      } catch (ReboundException e) {
        return e;
      }
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return isOutcome(parameter.getParameter().getType())
        && test.getTestMethod()
            .filter(Predicate.isEqual(parameter.getDeclaringExecutable()))
            .isPresent();
  }

  private static boolean isOutcome(Class<?> type) {
    return type == Outcome.class;
  }

  /** Nothing, as parameters are resolved before the test's timeout begins. */
  @Override
  public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    return null;
  }

  @Override
  public void interceptTestMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext test)
      throws Throwable {
    judged(invocation, method, test);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext test)
      throws Throwable {
    judged(invocation, method, test);
  }

  @Override
  public <T> T interceptTestFactoryMethod(
      Invocation<T> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext test)
      throws Throwable {
    return judged(invocation, method, test);
  }

  /** Carries out the experiment, then the test; the verdict has the last word. */
  private static <T> T judged(
      Invocation<T> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext test)
      throws Throwable {
    Annotated annotated = Annotated.of(test);
    Outcome outcome = annotated.outcome();
    publish(outcome, test);
    T returned;
    try {
      returned = proceed(invocation, method, outcome);
    } catch (Throwable own) {
      throw ending(outcome, annotated.experiment(), own);
    }
    Throwable problem = ending(outcome, annotated.experiment(), null);
    if (problem != null) {
      throw problem;
    }
    return returned;
  }

  private static void publish(Outcome outcome, ExtensionContext test) {
    for (Run run : outcome.runs()) {
      test.publishReportEntry(REPORT, run.report().toString());
    }
  }

  /** Whoever takes the outcome is invoked here, with it. */
  @SuppressWarnings("unchecked") // what the test's own method returns
  private static <T> T proceed(
      Invocation<T> invocation, ReflectiveInvocationContext<Method> method, Outcome outcome)
      throws Throwable {
    Class<?>[] types = method.getExecutable().getParameterTypes();
    if (Stream.of(types).noneMatch(ExperimentExtension::isOutcome)) {
      return invocation.proceed();
    }
    invocation.skip();
    Object[] arguments = method.getArguments().toArray();
    for (int i = 0; i < types.length; i++) {
      arguments[i] = isOutcome(types[i]) ? outcome : arguments[i];
    }
    return (T)
        ReflectionSupport.invokeMethod(
            method.getExecutable(), method.getTarget().orElse(null), arguments);
  }

  /**
   * What the test ends with; null if all is well.
   *
   * @param own what the test's own method threw
   */
  private static @Nullable Throwable ending(
      Outcome outcome, ReboundExperiment experiment, @Nullable Throwable own) {
    Verdict verdict = outcome.verdict();
    if (verdict == Verdict.PASS) {
      return own;
    }
    if (verdict == Verdict.UNKNOWN && experiment.abortIfUnknown()) {
      return own == null ? new TestAbortedException(outcome.toString()) : own;
    }
    AssertionFailedError failed = new AssertionFailedError(outcome.toString());
    if (own != null) {
      failed.addSuppressed(own);
    }
    return failed;
  }
}
