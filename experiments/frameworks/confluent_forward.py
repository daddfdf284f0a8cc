"""Reads a topic and writes what it read to another: an offset is stored once its output is acknowledged."""

import os
import signal
import sys

from confluent_kafka import Consumer, Producer

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
        "enable.auto.offset.store": False,  # what is stored is committed each 5 s, its default
        "session.timeout.ms": 6000,
        "heartbeat.interval.ms": 2000,
    }
)
producer = Producer({"bootstrap.servers": os.environ["REBOUND_BOOTSTRAP"], "enable.idempotence": True})


def acknowledged(message):
    def answer(error, _output):
        if error is not None:
            sys.exit(f"not written: {error}")
        consumer.store_offsets(message)

    return answer


consumer.subscribe([os.environ["REBOUND_INPUT"]], on_revoke=lambda *_: producer.flush())
print("subscribed", flush=True)
while running:
    message = consumer.poll(0.1)
    producer.poll(0)
    if message is None or message.error():
        continue
    producer.produce(
        os.environ["REBOUND_OUTPUT"],
        key=message.key(),
        value=message.value(),
        headers=message.headers(),  # rebound-id is among them: it says which record this is
        on_delivery=acknowledged(message),
    )
producer.flush()
consumer.close()
