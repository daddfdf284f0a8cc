"""Reads a topic and writes what it read to another, by a bytewax dataflow."""

import os
from datetime import timedelta
from pathlib import Path

import bytewax.operators as op
from bytewax.connectors.kafka import KafkaSinkMessage
from bytewax.connectors.kafka import operators as kop
from bytewax.dataflow import Dataflow
from bytewax.recovery import RecoveryConfig, init_db_dir
from bytewax.run import cli_main

brokers = [os.environ["REBOUND_BOOTSTRAP"]]
flow = Dataflow("forward")
records = kop.input("source", flow, brokers=brokers, topics=[os.environ["REBOUND_INPUT"]])
op.raises("broken", records.errs)
# rebound-id is among the headers: it says which record this is
outputs = op.map("copied", records.oks, lambda r: KafkaSinkMessage(r.key, r.value, headers=r.headers))
kop.output("target", outputs, brokers=brokers, topic=os.environ["REBOUND_OUTPUT"])

store = None
if os.environ.get("RECOVERY") != "none":
    folder = Path(os.environ["REBOUND_DATA"], "recovery")
    if not folder.exists():
        folder.mkdir(parents=True)
        init_db_dir(folder, 1)
    store = RecoveryConfig(folder)
cli_main(flow, epoch_interval=timedelta(seconds=1), recovery_config=store)
