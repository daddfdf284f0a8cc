"""Reads a topic and writes what it read to another, by a faust agent."""

import os

import faust

app = faust.App(
    os.environ["REBOUND_GROUP"],
    broker="kafka://" + os.environ["REBOUND_BOOTSTRAP"],
    datadir=os.environ["REBOUND_DATA"],
    broker_session_timeout=10.0,
    broker_heartbeat_interval=3.0,
    topic_disable_leader=True,
    consumer_auto_offset_reset="earliest",
    value_serializer="raw",
    key_serializer="raw",
)
source = app.topic(os.environ["REBOUND_INPUT"], key_type=bytes, value_type=bytes)
target = app.topic(os.environ["REBOUND_OUTPUT"], key_type=bytes, value_type=bytes)


@app.agent(source)
async def forward(stream):
    async for event in stream.events():
        # rebound-id is among the headers: it says which record this is
        await target.send(key=event.key, value=event.value, headers=event.headers)


if __name__ == "__main__":
    app.main()
