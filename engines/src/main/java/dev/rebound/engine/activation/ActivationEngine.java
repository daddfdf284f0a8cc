package dev.rebound.engine.activation;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.engine.adapter.Members;
import dev.rebound.engine.postgres.PostgresPart;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineDeclaration.Capabilities;
import dev.rebound.lab.experiment.EngineDeclaration.JarSet;
import dev.rebound.lab.experiment.EngineDeclaration.Support;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.RequestForm;
import dev.rebound.lab.experiment.ScalarType;
import dev.rebound.lab.kafka.KafkaPart;
import dev.rebound.lab.part.Link;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Platform;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The user activation platform: a service that is asked over HTTP, and leaves rows in a database.
 * An activation that it accepts it promises to have done, once; which way a request takes is the
 * endpoint's matter.
 */
public final class ActivationEngine implements Engine {
  static final String NAME = "activation";
  static final String FRONT = "front";
  static final String ACTIVATION = "activation";
  static final String ENDPOINT = "endpoint";

  private static final String DEFAULT_ENDPOINT = "kafka";

  /** A request whose call fails goes into the outbox then. */
  private static final String OUTBOX_ON_FAILURE = "activation.rest-retry.outbox-on-failure";

  private static final List<String> CALLS = List.of("rest", "rest-retry");
  private static final List<String> ENDPOINTS = List.of("rest", "rest-retry", "kafka", "outbox");

  /** Properties of the services by which the run is put together and followed. */
  private static final List<String> OURS =
      List.of(
          "activation.topic",
          "activation.dead-letter-topic",
          "activation.partitions",
          "activation.replicas",
          "server.port",
          "server.address",
          "spring.datasource.url",
          "spring.kafka.bootstrap-servers",
          "spring.kafka.consumer.group-id");

  /**
   * All effects in the order of their transactions. Beside each stands what the users' table says
   * now, nothing where it has no such user.
   */
  private static final String EFFECTS =
      "select e.transaction_id::text, e.effect_id,"
          + " floor(extract(epoch from e.written_at) * 1000)::bigint,"
          + " e.request_id, e.user_name, a.user_name, a.first_name, a.last_name, a.email,"
          + " a.birth_date::text, a.street, a.city, a.postal_code, a.country, a.phone, a.channel"
          + " from effects e left join lateral"
          + " (select * from activations where request_id = e.request_id limit 1) a on true"
          + " where (e.transaction_id, e.effect_id) > (cast(? as xid8), ?)";

  private static final String IN_ORDER = " order by e.transaction_id, e.effect_id limit 5000";

  /**
   * None before every transaction that began earlier has ended, as an effect of that might still
   * come before it.
   */
  private static final String ROWS =
      EFFECTS + " and e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())" + IN_ORDER;

  /**
   * Has rows looked up by their keys, each time: a plan that was made while the tables were empty
   * reads them whole, some 40 times a second.
   */
  private static final String BY_KEY =
      "&options=-c%20enable_seqscan=off%20-c%20enable_bitmapscan=off";

  /**
   * Users whom nothing done explains: an effect is written in the transaction that writes a user.
   */
  private static final String STRAYS =
      "select a.request_id from activations a"
          + " where not exists (select from effects e where e.request_id = a.request_id)";

  /** Requests that were accepted and have not been handed to the topic. */
  private static final String OUTBOX = "select request_id from front.outbox";

  /** It says nothing of its own recovery: what it did shows in its answers and rows. */
  private static final Capabilities CAPABILITIES =
      new Capabilities(
          Set.of(Guarantee.NONE, Guarantee.AT_LEAST_ONCE, Guarantee.EXACTLY_ONCE),
          EngineSpec.UNTUNED,
          Set.of(FRONT, ACTIVATION),
          Set.of(),
          List.of(NAME),
          1);

  private static final Option WAY =
      Option.optional(ENDPOINT, ScalarType.choice(ENDPOINT, ENDPOINTS), "rest")
          .meaning(
              "Which way requests take: a call (rest), a call with retries (rest-retry), a topic"
                  + " (kafka, if absent), or the front's own table and then a topic (outbox).");

  /** The services have all that they need in their own folder. */
  private static final EngineDeclaration DECLARATION =
      new EngineDeclaration(
          NAME,
          "1",
          CAPABILITIES,
          List.of(WAY),
          ActivationEngine::check,
          ActivationEngine::promise,
          version -> List.of(new JarSet(PostgresPart.DRIVER, List.of())),
          new Support(
              Set.of(PostgresPart.ROLE),
              version -> List.of(new JarSet(PostgresPart.jars(), List.of()))));

  @Override
  public EngineDeclaration declaration() {
    return DECLARATION;
  }

  private static void check(EngineSection section) {
    section.requireWorkload(CAPABILITIES.workloads());
    EngineSpec spec = section.spec();
    for (String key : OURS) {
      if (spec.config().containsKey(key)) {
        section.wrong(
            "config",
            "engine.config cannot set " + key + ", which Rebound works out and counts by",
            "Remove it; kafka.partitions and kafka.replication say how the topic is made.");
      }
    }
    if (CALLS.contains(endpoint(spec)) && spec.workers() > 1) {
      section.wrong(
          "workers",
          "the front service calls one activation service, and there are %s workers"
              .formatted(spec.workers()),
          "Write workers: 1, or endpoint: kafka.");
    }
  }

  static String endpoint(EngineSpec spec) {
    return spec.option(ENDPOINT, DEFAULT_ENDPOINT);
  }

  /** Whether a request may go by the topic, and so by a broker. */
  static boolean usesTopic(EngineSpec spec) {
    return !CALLS.contains(endpoint(spec))
        || (endpoint(spec).equals("rest-retry")
            && Boolean.parseBoolean(spec.config().getOrDefault(OUTBOX_ON_FAILURE, "false")));
  }

  /** Rows are there once they are committed, and what they say is what was asked for. */
  private static DeliveryGuarantee promise(EngineSpec spec) {
    return new DeliveryGuarantee(spec.guarantee(), spec.guarantee(), false, 0);
  }

  @Override
  public Subject configure(EngineSpec spec, JobSpec job, Platform platform) {
    Part database = PostgresPart.planned(Map.of(), platform);
    Plan plan = ActivationPlan.of(spec, job, platform);
    String url =
        "http://%s/activations/%s"
            .formatted(platform.reserve(FRONT, ActivationPlan.HTTP).outside(), endpoint(spec));
    SubjectInterface asked =
        new SubjectInterface.OverHttp(
            new SubjectInterface.OverHttp.Requested(List.of(url), List.of(FRONT), RequestForm.POST),
            Optional.of(
                new SubjectInterface.OverHttp.Written(
                    Optional.of(
                        new SubjectInterface.Rows(
                            PostgresPart.outsideUrl(platform) + BY_KEY,
                            PostgresPart.DRIVER,
                            Map.of("rows", ROWS, "all", EFFECTS + IN_ORDER, "strays", STRAYS))),
                    new SubjectInterface.OverHttp.Waiting(OUTBOX, ActivationPlan.deadLetters(job)),
                    Duration.ZERO,
                    new SubjectInterface.ByTopics().firstSign())));
    return new Services(spec, job, plan, List.of(database), asked);
  }

  private record Services(
      EngineSpec spec, JobSpec job, Plan plan, List<Part> parts, SubjectInterface asked)
      implements Subject {
    @Override
    public EngineDeclaration declaration() {
      return DECLARATION;
    }

    /** The front service looks for rows of its outbox, whichever way requests take. */
    @Override
    public List<Link> links() {
      List<Link> links = new ArrayList<>();
      links.add(PostgresPart.from(FRONT));
      links.add(PostgresPart.from(ACTIVATION));
      if (CALLS.contains(endpoint(spec))) {
        links.add(new Link(FRONT, ACTIVATION, ActivationPlan.HTTP));
      }
      if (usesTopic(spec)) {
        links.add(KafkaPart.from(FRONT));
        links.add(KafkaPart.from(ACTIVATION));
      }
      return links;
    }

    @Override
    public Cluster start(Platform platform, Deadline by, Consumer<String> progress) {
      return Members.up(
          new ActivationCluster(Members.start(plan, platform), spec, job),
          cluster -> cluster.await(by));
    }
  }
}
