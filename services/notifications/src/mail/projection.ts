import type { Projection } from '@tessera/kernel';
import { mailStream, type NotificationsEvent } from '../events.ts';
import type { Mail } from './evolve.ts';

export const mailModel: Projection<NotificationsEvent> = {
  name: 'mails',
  version: 1,
  project: (event, _context, state) => {
    if (!('mailId' in event.value)) return [];
    const document = state(mailStream(event.value.mailId)) as Mail | undefined;
    return document === undefined ? [] : [{ op: 'document.put', collection: 'mails', id: document.id, document }];
  },
};
