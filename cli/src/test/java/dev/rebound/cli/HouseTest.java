package dev.rebound.cli;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;

/**
 * Dependencies point one way: workload, lab, then engines and report, then the library, then the
 * command line.
 */
@AnalyzeClasses(packages = "dev.rebound", importOptions = ImportOption.DoNotIncludeTests.class)
class HouseTest {
  @ArchTest
  static final ArchRule dependenciesPointOneWay =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("workload")
          .definedBy("dev.rebound.workload..")
          .layer("lab")
          .definedBy("dev.rebound.lab..")
          .layer("engines")
          .definedBy("dev.rebound.engine..")
          .layer("report")
          .definedBy("dev.rebound.report..")
          .layer("library")
          .definedBy("dev.rebound")
          .layer("cli")
          .definedBy("dev.rebound.cli..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("library")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("report")
          .mayOnlyBeAccessedByLayers("library", "cli")
          .whereLayer("engines")
          .mayOnlyBeAccessedByLayers("library", "cli")
          .whereLayer("lab")
          .mayOnlyBeAccessedByLayers("engines", "report", "library", "cli");

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
