// Reads a topic and writes what it read to another, exactly once: by sarama's transactions, with an id for each partition.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/IBM/sarama"
)

func config() *sarama.Config {
	config := sarama.NewConfig()
	config.Version = sarama.V3_6_0_0
	config.Consumer.Offsets.Initial = sarama.OffsetOldest
	config.Consumer.Offsets.AutoCommit.Enable = false // offsets are committed with the transaction
	config.Consumer.IsolationLevel = sarama.ReadCommitted
	config.Consumer.Group.Session.Timeout = 6 * time.Second
	config.Consumer.Group.Heartbeat.Interval = 2 * time.Second
	config.Producer.Idempotent = true
	config.Producer.RequiredAcks = sarama.WaitForAll
	config.Producer.Return.Successes = true
	config.Net.MaxOpenRequests = 1
	return config
}

type forwarder struct {
	brokers []string
}

func (f forwarder) Setup(sarama.ConsumerGroupSession) error {
	fmt.Println("subscribed")
	return nil
}

func (f forwarder) Cleanup(sarama.ConsumerGroupSession) error { return nil }

// ConsumeClaim has a producer for the partition: its id fences whoever had the partition before.
func (f forwarder) ConsumeClaim(session sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	config := config()
	config.Producer.Transaction.ID = fmt.Sprintf("%s-%s-%d", os.Getenv("REBOUND_GROUP"), claim.Topic(), claim.Partition())
	producer, err := sarama.NewSyncProducer(f.brokers, config)
	if err != nil {
		return err
	}
	defer producer.Close()
	for {
		select {
		case <-session.Context().Done():
			return nil
		case first, open := <-claim.Messages():
			if !open {
				return nil
			}
			// Of what failed the offset stays where it was: the next session reads it again.
			if err := transaction(session, producer, batch(first, claim)); err != nil {
				log.Printf("%s-%d: %v", claim.Topic(), claim.Partition(), err)
				return err
			}
		}
	}
}

// What has come, up to 200 records.
func batch(first *sarama.ConsumerMessage, claim sarama.ConsumerGroupClaim) []*sarama.ConsumerMessage {
	messages := []*sarama.ConsumerMessage{first}
	until := time.After(100 * time.Millisecond)
	for len(messages) < 200 {
		select {
		case message, open := <-claim.Messages():
			if !open {
				return messages
			}
			messages = append(messages, message)
		case <-until:
			return messages
		}
	}
	return messages
}

func transaction(session sarama.ConsumerGroupSession, producer sarama.SyncProducer, messages []*sarama.ConsumerMessage) error {
	if err := producer.BeginTxn(); err != nil {
		return err
	}
	if err := written(producer, messages); err != nil {
		return errors.Join(err, producer.AbortTxn())
	}
	if err := producer.CommitTxn(); err != nil {
		return err
	}
	session.MarkMessage(messages[len(messages)-1], "")
	return nil
}

func written(producer sarama.SyncProducer, messages []*sarama.ConsumerMessage) error {
	var outputs []*sarama.ProducerMessage
	for _, message := range messages {
		var headers []sarama.RecordHeader
		for _, header := range message.Headers {
			headers = append(headers, *header) // rebound-id is among them: it says which record this is
		}
		outputs = append(outputs, &sarama.ProducerMessage{
			Topic:   os.Getenv("REBOUND_OUTPUT"),
			Key:     sarama.ByteEncoder(message.Key),
			Value:   sarama.ByteEncoder(message.Value),
			Headers: headers,
		})
	}
	if err := producer.SendMessages(outputs); err != nil {
		return err
	}
	return producer.AddMessageToTxn(messages[len(messages)-1], os.Getenv("REBOUND_GROUP"), nil)
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	brokers := strings.Split(os.Getenv("REBOUND_BOOTSTRAP"), ",")
	group, err := sarama.NewConsumerGroup(brokers, os.Getenv("REBOUND_GROUP"), config())
	if err != nil {
		log.Fatal(err)
	}
	defer group.Close()
	for ctx.Err() == nil {
		if err := group.Consume(ctx, []string{os.Getenv("REBOUND_INPUT")}, forwarder{brokers}); err != nil {
			log.Print(err)
			time.Sleep(time.Second)
		}
	}
}
