package dev.rebound.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Carries out an experiment, whose verdict is the test's result:
 *
 * <pre>{@code
 * @Test
 * @ReboundExperiment(value = "orders.yaml", set = "load.rate=500/s")
 * void losesNothing(Outcome outcome) {
 *   assertThat(outcome.results().metrics().get("recovery.max")).isLessThan(10_000);
 * }
 * }</pre>
 *
 * <p>A verdict {@code FAIL} or {@code UNKNOWN} fails the test, with what did not hold and the path
 * of the report. The method runs after the experiment, whatever the verdict, and may take the
 * {@link dev.rebound.Outcome} for assertions of its own; what they find is a suppressed exception
 * beside a verdict that fails the test. An experiment that is wrong, and a single run that could
 * not be carried out, are an error with file, line and remedy.
 *
 * <p>On a class, its tests share one experiment, which is carried out before the first of them; its
 * verdict is the result of each. One on a method goes before that.
 *
 * <p>The path of the report is published as the report entry {@code rebound.report}. Where tests
 * run in parallel, experiments still run one after the other, by JUnit's resource {@code
 * dev.rebound}. What happens is logged by the platform's logger {@code dev.rebound.junit}.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@ExtendWith(ExperimentExtension.class)
@ResourceLock("dev.rebound")
public @interface ReboundExperiment {
  /**
   * The experiment's file, or a folder of them: a path from the working directory, which is the
   * project's or module's folder under Maven and Gradle; else a resource on the class path, from
   * the package of the test class or from its root. Paths within a file count from its folder.
   */
  String value();

  /**
   * Overrides values, as {@code --set} does: {@code load.rate=500/s}. The last one wins. {@code
   * ${class-path}} is replaced by a jar that stands for the test's class path: a program that lies
   * on it is {@code engine.run=java -cp ${class-path} com.example.Orders}.
   */
  String[] set() default {};

  /**
   * Folder for results, each run in one of its own, from the working directory. Without it {@code
   * rebound/CLASS/METHOD} in the folder that the test was built to, {@code target} under Maven: of
   * an annotation on a class {@code rebound/CLASS}.
   */
  String runs() default "";

  /** Aborts the test, as a failed assumption does, where the verdict is {@code UNKNOWN}. */
  boolean abortIfUnknown() default false;
}
