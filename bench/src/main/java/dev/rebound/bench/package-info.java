/**
 * JMH benchmarks of what runs once per record.
 *
 * <pre>
 * ./mvnw -q -pl bench -am package -DskipTests
 * java -jar bench/target/benchmarks.jar Matching -p matching=indexed
 * </pre>
 *
 * The jar takes JMH's own options ({@code -h} lists them). Figures are in docs/performance.md.
 */
package dev.rebound.bench;
