"""Reads a topic and writes what it read to another: at least once. Needs confluent-kafka."""

import os
import signal
import sys
import time

from confluent_kafka import Consumer, Producer

# "first": commits what it has read before it has written it. A kill between the two loses it.
COMMIT = os.environ.get("COMMIT", "last")

running = True


def stop(*_):
    global running
    running = False


signal.signal(signal.SIGTERM, stop)

consumer = Consumer(
    {
        "bootstrap.servers": os.environ["REBOUND_BOOTSTRAP"],
        "group.id": os.environ["REBOUND_GROUP"],
        "auto.offset.reset": "earliest",
        "enable.auto.commit": False,
        "session.timeout.ms": 6000,
        "heartbeat.interval.ms": 2000,
    }
)
producer = Producer(
    {"bootstrap.servers": os.environ["REBOUND_BOOTSTRAP"], "enable.idempotence": True, "linger.ms": 5}
)
failed = []


def answered(error, _message):
    if error is not None:
        failed.append(error)


def forward(messages):
    time.sleep(0.6)  # stands for the work that a job does
    for message in messages:
        producer.produce(
            os.environ["REBOUND_OUTPUT"],
            key=message.key(),
            value=message.value(),
            headers=message.headers(),  # rebound-id is among them: it says which record this is
            on_delivery=answered,
        )
    producer.flush()
    if failed:
        sys.exit(f"not written: {failed[0]}")


consumer.subscribe([os.environ["REBOUND_INPUT"]])
print("subscribed", flush=True)
while running:
    messages = [m for m in consumer.consume(2000, timeout=0.1) if m.error() is None]
    if not messages:
        continue
    if COMMIT == "first":
        consumer.commit(asynchronous=False)
        forward(messages)
    else:
        forward(messages)
        consumer.commit(asynchronous=False)
consumer.close()
