package dev.rebound.cli;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.time.Clock;
import java.time.Instant;

/**
 * Dependencies point one way: base, workload, oracle, analysis and platform, lab, then engines,
 * advise and campaign, then report, then the library, then the command line and JUnit's extension.
 * Packages have no cycles, and what is pure reaches for nothing.
 */
@AnalyzeClasses(packages = "dev.rebound", importOptions = ImportOption.DoNotIncludeTests.class)
class HouseTest {
  @ArchTest
  static final ArchRule dependenciesPointOneWay =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("workload")
          .definedBy("dev.rebound.workload..")
          .layer("oracle")
          .definedBy("dev.rebound.oracle..")
          .layer("analysis")
          .definedBy("dev.rebound.analysis..")
          .layer("local platform")
          .definedBy("dev.rebound.platform.local..")
          .layer("lab")
          .definedBy("dev.rebound.lab..")
          .layer("advise")
          .definedBy("dev.rebound.advise..")
          .layer("campaign")
          .definedBy("dev.rebound.campaign..")
          .layer("engines")
          .definedBy("dev.rebound.engine..")
          .layer("report")
          .definedBy("dev.rebound.report..")
          .layer("library")
          .definedBy("dev.rebound")
          .layer("junit")
          .definedBy("dev.rebound.junit..")
          .layer("cli")
          .definedBy("dev.rebound.cli..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("junit")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("library")
          .mayOnlyBeAccessedByLayers("cli", "junit")
          .whereLayer("report")
          .mayOnlyBeAccessedByLayers("library", "cli")
          .whereLayer("engines")
          .mayOnlyBeAccessedByLayers("library", "cli")
          .whereLayer("advise")
          .mayOnlyBeAccessedByLayers("report", "library", "cli")
          .whereLayer("campaign")
          .mayOnlyBeAccessedByLayers("report", "library", "cli")
          .whereLayer("local platform")
          .mayOnlyBeAccessedByLayers("library", "cli")
          .whereLayer("lab")
          .mayOnlyBeAccessedByLayers("advise", "campaign", "engines", "report", "library", "cli")
          .whereLayer("analysis")
          .mayOnlyBeAccessedByLayers(
              "lab", "advise", "campaign", "engines", "report", "library", "junit", "cli")
          .whereLayer("oracle")
          .mayOnlyBeAccessedByLayers(
              "analysis", "lab", "advise", "campaign", "engines", "report", "library", "cli");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      SlicesRuleDefinition.slices()
          .assignedFrom(
              new SliceAssignment() {
                @Override
                public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
                  return SliceIdentifier.of(javaClass.getPackageName());
                }

                @Override
                public String getDescription() {
                  return "packages";
                }
              })
          .should()
          .beFreeOfCycles();

  @ArchTest
  static final ArchRule whatIsPureReachesForNoProcessClockOrNetwork =
      ArchRuleDefinition.noClasses()
          .that()
          .resideInAPackage("dev.rebound.analysis..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.net..", "org.apache.kafka..", "oshi..", "javax.management..", "sun..")
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(Process.class, ProcessBuilder.class, ProcessHandle.class, Clock.class)
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(Thread.class, "sleep", long.class);

  @ArchTest
  static final ArchRule platformsNeedTheJdkAlone =
      ArchRuleDefinition.classes()
          .that()
          .resideInAnyPackage("dev.rebound.platform..", "dev.rebound.base..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.rebound.platform..",
              "dev.rebound.base..",
              "java..",
              "com.sun.management..",
              "org.jspecify.annotations..");

  @ArchTest
  static final ArchRule theApiOfPlatformsKnowsNone =
      ArchRuleDefinition.noClasses()
          .that()
          .resideInAPackage("dev.rebound.platform")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.rebound.platform.local..");

  @ArchTest
  static final ArchRule engineClassesStayInTheirJobs =
      ArchRuleDefinition.noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.flink..",
              "org.apache.kafka.streams..",
              "kafka..",
              "org.apache.spark..",
              "org.apache.storm..",
              "com.hazelcast..");

  @ArchTest
  static final ArchRule nothingKnowsAJob =
      ArchRuleDefinition.noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.rebound.job..");
}
