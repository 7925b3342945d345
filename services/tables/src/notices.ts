import type { EventContext, Notice } from '@tessera/kernel';
import type { TablesEvent } from './events.ts';

/** Above this a browser is told "many" and asks again for what it shows. */
const maxIds = 200;

const idsOf = (ids: readonly string[]): readonly string[] | 'many' => (ids.length > maxIds ? 'many' : ids);

/** What browsers may be told of an event: topics and ids, never values (docs/events.md 22). */
export const notices = (event: TablesEvent, _context: EventContext): readonly Notice[] => {
  switch (event.$case) {
    case 'recordsCreated':
      return [{ topic: `table:${event.value.tableId}`, kind: 'created', ids: idsOf(event.value.recordIds) }];
    case 'recordsRestored':
      return [{ topic: `table:${event.value.tableId}`, kind: 'created', ids: idsOf(event.value.recordIds) }];
    case 'cellsChanged':
      return [{ topic: `table:${event.value.tableId}`, kind: 'changed', ids: idsOf(event.value.recordIds) }];
    case 'recordsDeleted':
      return [{ topic: `table:${event.value.tableId}`, kind: 'deleted', ids: idsOf(event.value.recordIds) }];
    case 'tableCreated':
    case 'tableRestored':
      return [
        { topic: 'tables', kind: 'created', ids: [event.value.tableId] },
        { topic: `table:${event.value.tableId}`, kind: 'definition' },
      ];
    case 'tableArchived':
    case 'tableErased':
      return [
        { topic: 'tables', kind: 'deleted', ids: [event.value.tableId] },
        { topic: `table:${event.value.tableId}`, kind: 'definition' },
      ];
    case 'tableDescribed':
      return [
        { topic: 'tables', kind: 'changed', ids: [event.value.tableId] },
        { topic: `table:${event.value.tableId}`, kind: 'definition' },
      ];
    // Whoever shows the record asks for its conversation again, and for how many comments it has.
    case 'commentWritten':
    case 'commentChanged':
    case 'commentDeleted':
    case 'commentRestored':
      return [{ topic: `table:${event.value.tableId}`, kind: 'changed', ids: [event.value.recordId] }];
    case 'numbersGiven':
    case 'limitReached':
      return [];
    case 'operationStarted':
    case 'operationAdvanced':
    case 'operationEnded':
      return [{ topic: `operation:${event.value.operationId}`, kind: 'progress' }];
    default:
      return [{ topic: `table:${event.value.tableId}`, kind: 'definition' }];
  }
};
