import { counter, gauges } from '@tessera/telemetry';

export const messagingMetrics = {
  outboxAge: gauges(
    'tessera_outbox_age_seconds',
    'How long the oldest commit has waited to be sent, as this replica knows from the log, whichever leads or none.',
  ),
  published: counter('tessera_outbox_messages_total', 'Messages that the broker acknowledged.'),
  lag: gauges(
    'tessera_consumer_lag_messages',
    'Messages on the broker that a reaction has not taken yet, over the partitions of this process.',
  ),
  behind: gauges(
    'tessera_reaction_behind_commits',
    'Commits of the source that a reaction is not past, at the last comparison with the source.',
  ),
  parked: gauges(
    'tessera_parked_streams',
    'Streams set aside because an event of theirs could not be handled; every process of a reaction tells the same number.',
  ),
  handled: counter('tessera_reaction_events_total', 'Events handled.'),
  reread: counter(
    'tessera_reaction_reread_commits_total',
    'Commits read from their source because the broker did not bring them.',
  ),
  restarts: counter('tessera_consumer_restarts_total', 'Times that a consumer was made anew after a failure.'),
};
