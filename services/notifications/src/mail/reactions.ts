import type { Reaction } from '@tessera/event-store';
import { fold, isRejection, systemActor } from '@tessera/kernel';
import type { AppsPublicEvent as AppsWire } from '@tessera/proto/apps/v1/events';
import type { AutomationsPublicEvent as AutomationsWire } from '@tessera/proto/automations/v1/events';
import type { AuthPublicEvent as AuthWire } from '@tessera/proto/auth/v1/events';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import type { RpcClients } from '@tessera/rpc';
import { idOf } from '../named.ts';
import type { NotificationsStore } from '../store.ts';
import { asSystem } from '../system.ts';
import { stepMailReference } from './automations.ts';
import { erasureReference } from './erasure.ts';
import type { Queue } from './queue.ts';

type AppsEvent = Exclude<NonNullable<AppsWire['event']>, { $case: 'buildAnswered' | 'templateReviewed' }>;
type AutomationsEvent = NonNullable<AutomationsWire['event']>;
type AuthEvent = NonNullable<AuthWire['event']>;

const deadlineMs = 5_000;

type Waiting = { readonly kind: string; readonly reference: string; readonly receiver: string };

/** Invitations for an address, links to a new password, planned deletions, and what goes out of public links become mails. Without a queue they are kept for an administrator. */
export const mailReactions = (
  { store, rpc }: { readonly store: NotificationsStore; readonly rpc: RpcClients },
  queue: Queue | undefined,
): readonly Reaction[] => {
  const put = async (organizationId: string, commitId: string, { kind, reference, receiver }: Waiting) => {
    const payload = {
      mailId: idOf(kind, organizationId, reference),
      kind,
      reference,
      receiver: idOf('receiver', organizationId, receiver),
      held: queue === undefined,
    };
    await store.execute({ type: 'queueMail', payload }, asSystem(organizationId, commitId));
    queue?.wake(organizationId);
  };
  const auth = rpc.client(AuthServiceDefinition);
  return [
    {
      name: 'notifications.erasures',
      source: 'auth',
      types: ['erasureAsked', 'erasureAborted'],
      handle: async (event, { organizationId, commitId }) => {
        const { $case, value } = event as Extract<AuthEvent, { $case: 'erasureAsked' | 'erasureAborted' }>;
        const by = { actor: systemActor('notifications', organizationId), deadlineMs };
        const { importantEmails } = await auth.getOrganization({}, by).catch((error: unknown) => {
          // It is gone by now.
          if (isRejection(error) && error.kind === 'not_found') return { importantEmails: [] };
          throw error;
        });
        for (const [place, email] of importantEmails.entries())
          await put(organizationId, commitId, {
            kind: 'erasure',
            reference: erasureReference({
              what: $case === 'erasureAsked' ? 'asked' : 'aborted',
              kind: value.kind as 'data' | 'organization',
              at: 'eraseAt' in value ? value.eraseAt : 0,
              commitId,
              place,
            }),
            receiver: fold(email),
          });
      },
    },
    {
      name: 'notifications.public-links',
      source: 'apps',
      types: ['linkMailed', 'receiptAsked'],
      handle: async (event, { organizationId, commitId }) => {
        const { $case, value } = event as AppsEvent;
        const [kind, mailIds] =
          $case === 'linkMailed' ? (['public-link', value.mailIds] as const) : (['receipt', [value.mailId]] as const);
        // None waits for another: to whom they go stands in no event.
        for (const reference of mailIds) await put(organizationId, commitId, { kind, reference, receiver: reference });
      },
    },
    {
      name: 'notifications.automation-mails',
      source: 'automations',
      types: ['mailAsked'],
      handle: async (event, { organizationId, commitId }) => {
        const { runId, path, count } = (event as Extract<AutomationsEvent, { $case: 'mailAsked' }>).value;
        for (let place = 0; place < count; place++) {
          const reference = stepMailReference({ runId, path, place });
          await put(organizationId, commitId, { kind: 'automation', reference, receiver: reference });
        }
      },
    },
    {
      name: 'notifications.invitations',
      source: 'auth',
      types: ['invitationMade'],
      handle: async (event, { organizationId, commitId }) => {
        const { value } = event as Extract<AuthEvent, { $case: 'invitationMade' }>;
        if (value.email === '') return;
        await put(organizationId, commitId, {
          kind: 'invitation',
          reference: value.invitationId,
          receiver: fold(value.email),
        });
      },
    },
    {
      name: 'notifications.password-resets',
      source: 'auth',
      types: ['passwordResetAsked'],
      // Accounts are the installation's, their mail is that of their organization.
      handle: async (event, { commitId }) => {
        const { value } = event as Extract<AuthEvent, { $case: 'passwordResetAsked' }>;
        await put(value.organizationId, commitId, {
          kind: 'password-reset',
          reference: value.resetId,
          receiver: value.accountId,
        });
      },
    },
  ];
};
