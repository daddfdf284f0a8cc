// Reads a topic and writes what it read to another: at least once. Built by go build.
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
	client, err := kgo.NewClient(
		kgo.SeedBrokers(strings.Split(os.Getenv("REBOUND_BOOTSTRAP"), ",")...),
		kgo.ConsumerGroup(os.Getenv("REBOUND_GROUP")),
		kgo.ConsumeTopics(os.Getenv("REBOUND_INPUT")),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
		kgo.SessionTimeout(6*time.Second),
		kgo.HeartbeatInterval(2*time.Second),
		kgo.DisableAutoCommit(),
		kgo.BlockRebalanceOnPoll(), // what was polled is committed before its partitions move
	)
	if err != nil {
		log.Fatal(err)
	}
	defer client.CloseAllowingRebalance()
	// "first": commits what it has read before it has written it. A kill between the two loses it.
	commitFirst := os.Getenv("COMMIT") == "first"
	fmt.Println("subscribed")
	for {
		fetches := client.PollRecords(ctx, 2000)
		if ctx.Err() != nil {
			return
		}
		fetches.EachError(func(topic string, partition int32, err error) {
			log.Printf("%s-%d: %v", topic, partition, err)
		})
		if records := fetches.Records(); len(records) > 0 {
			if commitFirst {
				commit(client, records)
				forward(client, records)
			} else {
				forward(client, records)
				commit(client, records)
			}
		}
		client.AllowRebalance()
	}
}

func forward(client *kgo.Client, records []*kgo.Record) {
	time.Sleep(600 * time.Millisecond) // stands for the work that a job does
	var outputs []*kgo.Record
	for _, record := range records {
		outputs = append(outputs, &kgo.Record{
			Topic:   os.Getenv("REBOUND_OUTPUT"),
			Key:     record.Key,
			Value:   record.Value,
			Headers: record.Headers, // rebound-id is among them: it says which record this is
		})
	}
	if err := client.ProduceSync(context.Background(), outputs...).FirstErr(); err != nil {
		log.Fatalf("not written: %v", err)
	}
}

// A commit that fails, as the group has moved on, leaves the records to whoever has them now.
func commit(client *kgo.Client, records []*kgo.Record) {
	if err := client.CommitRecords(context.Background(), records...); err != nil {
		log.Printf("not committed: %v", err)
	}
}
