export { openKafka, type KafkaClient, type KafkaOptions } from './kafka/client.ts';
export { startOutbox, type Outbox, type OutboxOffset, type OutboxOptions, type OutboxState } from './kafka/outbox.ts';
export { startKafkaSubscriptions, type KafkaSubscriptionsOptions } from './kafka/subscriptions.ts';
export type { PartitionedState, Progress } from './kafka/port.ts';
export { openMongoSubscriptionState } from './mongo/state.ts';
export { openMongoOutboxState } from './mongo/outbox-state.ts';
export { takeOverSubscriptions, type TakeOver } from './mongo/take-over.ts';
