// Reads a topic and writes what it read to another, exactly once: by the session of franz-go that consumes and produces in a transaction.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	session, err := kgo.NewGroupTransactSession(
		kgo.SeedBrokers(strings.Split(os.Getenv("REBOUND_BOOTSTRAP"), ",")...),
		kgo.TransactionalID(os.Getenv("REBOUND_IDENTITY")), // one of each worker, the same after a restart
		kgo.ConsumerGroup(os.Getenv("REBOUND_GROUP")),
		kgo.ConsumeTopics(os.Getenv("REBOUND_INPUT")),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
		kgo.FetchIsolationLevel(kgo.ReadCommitted()),
		kgo.RequireStableFetchOffsets(),
		kgo.DefaultProduceTopic(os.Getenv("REBOUND_OUTPUT")),
		kgo.SessionTimeout(6*time.Second),
		kgo.HeartbeatInterval(2*time.Second),
		kgo.TransactionTimeout(10*time.Second),
	)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	fmt.Println("subscribed")
	for {
		fetches := session.PollRecords(ctx, 2000)
		if ctx.Err() != nil {
			return
		}
		fetches.EachError(func(topic string, partition int32, err error) {
			log.Printf("%s-%d: %v", topic, partition, err)
		})
		if fetches.NumRecords() == 0 {
			continue
		}
		if err := session.Begin(); err != nil {
			log.Fatal(err)
		}
		written := kgo.AbortingFirstErrPromise(session.Client())
		fetches.EachRecord(func(record *kgo.Record) {
			// rebound-id is among the headers: it says which record this is
			output := &kgo.Record{Key: record.Key, Value: record.Value, Headers: record.Headers}
			session.Produce(ctx, output, written.Promise())
		})
		committed, err := session.End(context.Background(), kgo.TransactionEndTry(written.Err() == nil))
		if err != nil {
			log.Fatal(err)
		}
		if !committed {
			log.Print("aborted: what was read comes again")
		}
	}
}
