import type { Projection } from '@tessera/kernel';
import { mailStream, type NotificationsEvent } from '../events.ts';
import { isPersonal, type Mail } from './evolve.ts';

export const mailModel: Projection<NotificationsEvent> = {
  name: 'mails',
  version: 1,
  project: (event, _context, state) => {
    if (!('mailId' in event.value)) return [];
    const document = state(mailStream(event.value.mailId)) as Mail | undefined;
    if (document === undefined) return [];
    // Of what people were told in time nobody looks for the mail: it would be most of them.
    if (isPersonal(document) && (document.state === 'sent' || document.state === 'dropped'))
      return [{ op: 'document.delete', collection: 'mails', id: document.id }];
    return [{ op: 'document.put', collection: 'mails', id: document.id, document }];
  },
};
