import type { EventContext, Notice } from '@tessera/kernel';
import type { AutomationsEvent } from './events.ts';

const seldom: ReadonlySet<AutomationsEvent['$case']> = new Set(['runStarted', 'runEnded', 'runReopened']);

/** What browsers may be told of an event: which automation, run, webhook (out or in) or function, never what is in it (docs/events.md 22). */
export const notices = (event: AutomationsEvent, _context: EventContext): readonly Notice[] => {
  if ('automationId' in event.value && !('runId' in event.value))
    return [{ topic: 'automations', kind: 'changed', ids: [event.value.automationId] }];
  if ('deliveryId' in event.value && event.$case !== 'webhookPaused')
    return [{ topic: `webhook:${event.value.webhookId}`, kind: 'changed' }];
  if ('webhookId' in event.value)
    return [
      { topic: 'webhooks', kind: 'changed', ids: [event.value.webhookId] },
      { topic: `webhook:${event.value.webhookId}`, kind: 'changed' },
    ];
  // Their function says that it was called.
  if (event.$case.startsWith('trigger')) return [];
  if ('incomingId' in event.value) return [{ topic: 'incoming', kind: 'changed', ids: [event.value.incomingId] }];
  if ('functionId' in event.value) return [{ topic: 'functions', kind: 'changed', ids: [event.value.functionId] }];
  if (!('runId' in event.value)) return [];
  const { runId } = event.value;
  return [
    { topic: `run:${runId}`, kind: 'changed' },
    ...(seldom.has(event.$case) ? [{ topic: 'runs', kind: 'changed', ids: [runId] } as const] : []),
  ];
};
