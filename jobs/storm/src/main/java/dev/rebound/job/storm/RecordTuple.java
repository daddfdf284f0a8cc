package dev.rebound.job.storm;

import dev.rebound.workload.RecordIdHeader;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.ITuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/**
 * A record of the input topic on its way through a topology, as what Storm serializes by itself:
 * partition, key, value, the value of its header {@link RecordIdHeader#HEADER}, and offset.
 */
final class RecordTuple {
  static final Fields FIELDS = new Fields("partition", "key", "value", "tag", "offset");

  private RecordTuple() {}

  static List<Object> of(ConsumerRecord<byte[], byte[]> record) {
    Header tag = record.headers().lastHeader(RecordIdHeader.HEADER);
    return new Values(
        record.partition(),
        record.key(),
        record.value(),
        tag == null ? null : tag.value(),
        record.offset());
  }

  static int partition(ITuple tuple) {
    return tuple.getInteger(0);
  }

  static byte @Nullable [] key(ITuple tuple) {
    return tuple.getBinary(1);
  }

  static byte @Nullable [] value(ITuple tuple) {
    return tuple.getBinary(2);
  }

  static byte @Nullable [] tag(ITuple tuple) {
    return tuple.getBinary(3);
  }
}
