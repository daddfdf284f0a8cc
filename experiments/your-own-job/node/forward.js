// Reads a topic and writes what it read to another: at least once. npm ci installs kafkajs.
"use strict";

const { Kafka, Partitioners, logLevel } = require("kafkajs");

const env = process.env;

// "first": commits what it has read before it has written it. A kill between the two loses it.
const commitFirst = env.COMMIT === "first";

const kafka = new Kafka({ brokers: env.REBOUND_BOOTSTRAP.split(","), logLevel: logLevel.ERROR });
const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
const consumer = kafka.consumer({
  groupId: env.REBOUND_GROUP,
  sessionTimeout: 6000,
  heartbeatInterval: 2000,
  maxWaitTimeInMs: 200,
});

async function forward(batch) {
  await new Promise((done) => setTimeout(done, 100)); // stands for the work that a job does
  await producer.send({
    topic: env.REBOUND_OUTPUT,
    acks: -1,
    messages: batch.messages.map(({ key, value, headers }) => ({
      key,
      value,
      headers, // rebound-id is among them: it says which record this is
    })),
  });
}

function commit(batch) {
  const offset = (BigInt(batch.lastOffset()) + 1n).toString();
  return consumer.commitOffsets([{ topic: batch.topic, partition: batch.partition, offset }]);
}

async function main() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic: env.REBOUND_INPUT, fromBeginning: true });
  consumer.on(consumer.events.GROUP_JOIN, () => console.log("subscribed"));
  // What cannot be gone on from ends the process: whoever runs it starts it again.
  consumer.on(consumer.events.CRASH, ({ payload }) => payload.restart || process.exit(1));
  process.on("SIGTERM", async () => {
    await consumer.disconnect();
    await producer.disconnect();
    process.exit(0);
  });
  await consumer.run({
    autoCommit: false,
    eachBatch: async ({ batch }) => {
      if (commitFirst) {
        await commit(batch);
        await forward(batch);
      } else {
        await forward(batch);
        await commit(batch);
      }
    },
  });
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
