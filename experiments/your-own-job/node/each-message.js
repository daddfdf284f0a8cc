// Reads a topic and writes what it read to another, a message at a time. kafkajs commits by itself what is done.
"use strict";

const { Kafka, Partitioners, logLevel } = require("kafkajs");

const env = process.env;
const kafka = new Kafka({ brokers: env.REBOUND_BOOTSTRAP.split(","), logLevel: logLevel.ERROR });
const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
const consumer = kafka.consumer({
  groupId: env.REBOUND_GROUP,
  sessionTimeout: 6000,
  heartbeatInterval: 2000,
});

async function main() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic: env.REBOUND_INPUT, fromBeginning: true });
  consumer.on(consumer.events.GROUP_JOIN, () => console.log("subscribed"));
  consumer.on(consumer.events.CRASH, ({ payload }) => payload.restart || process.exit(1));
  process.on("SIGTERM", async () => {
    await consumer.disconnect();
    await producer.disconnect();
    process.exit(0);
  });
  await consumer.run({
    // rebound-id is among the headers: it says which record this is
    eachMessage: ({ message: { key, value, headers } }) =>
      producer.send({ topic: env.REBOUND_OUTPUT, messages: [{ key, value, headers }] }),
  });
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
