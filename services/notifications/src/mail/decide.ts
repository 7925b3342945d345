import { read, type CommandHandler, type Snapshot } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { mailStream, type NotificationsEvent } from '../events.ts';
import type { Mail } from './evolve.ts';
import { conflict, notFound } from '../refusals.ts';

type Loaded = Snapshot<Mail | undefined>;
type OfMail = { readonly mailId: string };

/** A command on one mail: what it makes of the mail that there is, or nothing. */
const onMail = <C extends OfMail>(
  decide: (command: C, mail: Mail) => NotificationsEvent | undefined,
  right: 'installation.act' | 'mail.replay' = 'installation.act',
): CommandHandler<C, Loaded, NotificationsEvent, null> => ({
  load: ({ mailId }) => read.snapshot<Mail | undefined>(mailStream(mailId)),
  decide: (command, { version, state }, { meta }) => {
    requireRight(meta.actor, right);
    if (state === undefined) throw notFound('mails.not_found');
    const event = decide(command, state);
    return {
      events:
        event === undefined
          ? []
          : [{ event, advances: [{ stream: mailStream(command.mailId), version: version + 1 }] }],
    };
  },
  *answer() {
    return null;
  },
});

export type QueueMail = OfMail & {
  readonly kind: string;
  readonly reference: string;
  readonly receiver: string;
  readonly held: boolean;
};

/** Puts a mail into the queue once. */
export const queueMail: CommandHandler<QueueMail, Loaded, NotificationsEvent, null> = {
  load: ({ mailId }) => read.snapshot<Mail | undefined>(mailStream(mailId)),
  decide: (value, { state }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (state !== undefined) return { events: [] };
    return {
      events: [
        {
          event: { $case: 'mailQueued', value: { ...value, notBefore: 0 } },
          advances: [{ stream: mailStream(value.mailId), version: 1 }],
        },
      ],
    };
  },
  *answer() {
    return null;
  },
};

/** Stands in the log before contents leave. Refused for a mail that is not waiting, or whose contents left before. */
export const beginMail = onMail<OfMail>((value, { state, begun }) => {
  if (state !== 'waiting' || begun) throw conflict('mails.not_waiting');
  return { $case: 'mailBegun', value };
});

export const endMail = onMail<OfMail>((value, { state }) =>
  state === 'waiting' ? { $case: 'mailSent', value } : undefined,
);

export const delayMail = onMail<OfMail & { readonly nextTryAt: number; readonly reason: string }>((value, { state }) =>
  state === 'waiting' ? { $case: 'mailDelayed', value: { ...value } } : undefined,
);

export const setMailAside = onMail<OfMail & { readonly why: string; readonly reason: string }>((value, { state }) =>
  state === 'waiting' ? { $case: 'mailSetAside', value: { ...value } } : undefined,
);

export const dropMail = onMail<OfMail>((value, { state }) =>
  state === 'waiting' ? { $case: 'mailDropped', value } : undefined,
);

/** An administrator's word: it is sent, or sent again. */
export const replayMail = onMail<OfMail>((value, { state }) => {
  if (state === 'waiting') return undefined;
  if (state !== 'aside' && state !== 'held') throw conflict('mails.not_replayable');
  return { $case: 'mailReplayed', value };
}, 'mail.replay');
