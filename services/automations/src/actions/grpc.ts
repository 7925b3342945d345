import type { DocumentReader } from '@tessera/document-store';
import { findAll } from '@tessera/document-store/pages';
import {
  askedActions,
  createUndo,
  groupingBy,
  listActions,
  type ActionGroup,
  type ToldAction,
} from '@tessera/event-store/actions';
import { isId, type Actor } from '@tessera/kernel';
import { tablesIn } from '@tessera/proto/automations';
import { AutomationsServiceDefinition } from '@tessera/proto/automations/v1/service';
import type { NoticeReference, ToldNotice } from '@tessera/proto/automations/v1/service';
import { can, requireFeature, requireRight, userOf } from '@tessera/proto/rights';
import type { RpcHandlers, RpcRegistration } from '@tessera/rpc';
import type { ServicePorts } from '@tessera/runtime';
import { programOf } from '../automations/evolve.ts';
import { checkedDraft, draftSchema } from '../automations/http.ts';
import type { AutomationDocument } from '../automations/projection.ts';
import type { AutomationsEvent } from '../events.ts';
import type { FunctionDocument } from '../functions/projection.ts';
import type { IncomingDocument } from '../incoming/projection.ts';
import { invalid, notFound } from '../refusals.ts';
import type { Payloads } from '../runs/payloads.ts';
import type { RunDocument } from '../runs/projection.ts';
import type { AutomationsStore } from '../store.ts';
import type { AskBefore } from '../triggers/before.ts';
import type { WebhookDocument } from '../webhooks/projection.ts';

const mostNotices = 200;
const mostNames = 500;
const mostRead = 100;
const grouped = groupingBy({});
const changes = [
  'automationCreated',
  'automationChanged',
  'automationPublished',
  'automationSwitched',
  'automationGiven',
  'automationArchived',
  'automationRestored',
  'automationAddressMade',
  'automationSecretMade',
  'automationSecretRemoved',
  'webhookCreated',
  'webhookChanged',
  'webhookSwitched',
  'webhookSecretMade',
  'webhookDeleted',
  'webhookRestored',
  'functionCreated',
  'functionChanged',
  'functionSwitched',
  'functionVersionSaved',
  'functionSecretSet',
  'functionDeleted',
  'functionRestored',
  'functionErased',
  'incomingCreated',
  'incomingChanged',
  'incomingSwitched',
  'incomingAddressMade',
  'incomingSecretMade',
  'incomingSecretRemoved',
  'incomingDeleted',
  'incomingRestored',
] as const satisfies readonly AutomationsEvent['$case'][];
/** What is listed of these, and is no action that can be taken back. */
const lasting: ReadonlySet<string> = new Set([
  'automationPublished',
  'automationAddressMade',
  'automationSecretMade',
  'automationSecretRemoved',
  'webhookSecretMade',
  'functionVersionSaved',
  'functionSecretSet',
  'functionErased',
  'incomingAddressMade',
  'incomingSecretMade',
  'incomingSecretRemoved',
]);
const own = changes.flatMap((kind) => [kind, `undo.${kind}`]);

/** What was done to automations, webhooks and functions, for those who may read the history of all. */
export const automationsRpc = ({
  store: whole,
  documents,
  payloads,
  before,
}: {
  readonly store: ServicePorts<AutomationsEvent>['store'];
  readonly documents: DocumentReader;
  readonly payloads: Payloads;
  readonly before: AskBefore;
}): RpcRegistration => {
  const store: AutomationsStore = whole;
  const undoing = createUndo(whole, { named: async (_actor, conflicts) => conflicts });
  /** A notice as it is told to whoever asks: what a step says to those whom it told, of a failure its owner and administrators. */
  const tellOne = async (actor: Actor, notice: NoticeReference): Promise<readonly ToldNotice[]> => {
    const { organizationId } = actor;
    const { runId, path, webhookId } = notice;
    if (webhookId !== '') {
      const webhook = await documents.get<WebhookDocument>(organizationId, 'webhooks', webhookId);
      const mayRead = webhook?.deleted === undefined && can(actor, 'automations.change', webhook?.ownerId).allow;
      return webhook !== undefined && mayRead
        ? [{ notice, label: webhook.settings.label, text: '', tableId: '', recordId: '', asks: false }]
        : [];
    }
    const run = await documents.get<RunDocument>(organizationId, 'runs', runId);
    if (run === undefined) return [];
    const automation = await documents.get<AutomationDocument>(organizationId, 'automations', run.automationId);
    const { tableId, recordId } = run;
    if (path === '') {
      const mayRead = automation !== undefined && can(actor, 'automations.change', automation.ownerId).allow;
      return mayRead
        ? [{ notice, label: automation.draft.label, text: '', tableId: '', recordId: '', asks: false }]
        : [];
    }
    const { people, text } = (await payloads.get(organizationId, runId, path))?.output ?? {};
    if (!Array.isArray(people) || !people.includes(userOf(actor)) || typeof text !== 'string') return [];
    const step = run.steps[path];
    // One that asks waits without a failed try, and knows in the end which way it goes.
    const asks = step !== undefined && (step.state === 'delayed' || step.lane !== '');
    return [{ notice, label: '', text, tableId, recordId, asks }];
  };

  const handlers: RpcHandlers<AutomationsServiceDefinition> = {
    readStepMail: async ({ runId, path, place }, { actor }) => {
      const { organizationId } = actor;
      requireRight(actor, 'installation.act');
      const kept = await payloads.get(organizationId, runId, path);
      const { to, subject, body } = kept?.output ?? {};
      const email: unknown = Array.isArray(to) ? to[place] : undefined;
      if (typeof email !== 'string' || typeof subject !== 'string' || typeof body !== 'string')
        throw notFound('run_not_found');
      return { email, subject, text: body };
    },
    tellNotices: async ({ notices }, { actor }) => ({
      notices: (await Promise.all(notices.slice(0, mostNotices).map((one) => tellOne(actor, one)))).flat(),
    }),

    readAutomations: async ({ tableIds }, { actor }) => {
      requireRight(actor, 'automations.manage');
      const { organizationId } = actor;
      const all = await findAll<AutomationDocument>(documents, organizationId, 'automations', {}, ({ id }) => id);
      const found = all.filter(({ archived, ownerId, draft }) => {
        if (archived !== undefined || !can(actor, 'automations.change', ownerId).allow) return false;
        const named = tablesIn(programOf(draft));
        return named.length > 0 && named.every((id) => tableIds.includes(id));
      });
      return {
        automations: found.slice(0, mostRead).map(({ id, draft: { label, triggerJson, stepsJson } }) => ({
          id,
          label,
          triggerJson,
          stepsJson,
        })),
      };
    },

    createAutomation: async ({ automation, operationId, idempotencyKey }, { actor }) => {
      requireFeature(actor, 'manageAutomations');
      const { id = '', label = '', triggerJson = '', stepsJson = '' } = automation ?? {};
      const parsed = draftSchema.safeParse({ label, ...programOf({ triggerJson, stepsJson }) });
      if (!parsed.success || !isId(id)) throw invalid('automations.malformed');
      const payload = { automationId: id, draft: checkedDraft(parsed.data) };
      const { answer } = await store.execute(
        { type: 'createAutomation', payload },
        { actor, origin: 'import', operationId, idempotencyKey, requestHash: idempotencyKey },
      );
      return answer;
    },

    undoOperation: async ({ operationId, preview, conflicts }, { actor }) => {
      const result = await undoing.undo(
        `automations.${operationId}`,
        preview ? { preview } : { conflicts: conflicts === 'skip' ? 'skip' : 'overwrite' },
        { actor, origin: 'undo' },
      );
      return {
        commitId: result.commitId ?? '',
        commits: result.commits,
        records: result.records,
        conflictsJson: JSON.stringify(result.conflicts),
      };
    },

    askTriggers: (request, { actor }) => before(actor, request),

    nameAutomations: async ({ ids }, { actor }) => {
      requireRight(actor, 'usage.read');
      const known = await Promise.all(
        ids.slice(0, mostNames).map((id) => documents.get<AutomationDocument>(actor.organizationId, 'automations', id)),
      );
      return { names: known.flatMap((one) => (one === undefined ? [] : [{ id: one.id, label: one.draft.label }])) };
    },

    nameFunctions: async ({ ids }, { actor }) => {
      requireRight(actor, 'usage.read');
      const known = await Promise.all(
        ids.slice(0, mostNames).map((id) => documents.get<FunctionDocument>(actor.organizationId, 'functions', id)),
      );
      return { names: known.flatMap((one) => (one === undefined ? [] : [{ id: one.id, label: one.settings.label }])) };
    },

    listActions: async (request, { actor }) => {
      requireRight(actor, 'history.read');
      const { organizationId } = actor;
      const asked = askedActions(request.query);
      // Runs have a log of their own, which is longer by far.
      const query = asked.kinds.length > 0 ? asked : { ...asked, kinds: own };
      // Nothing here belongs to a table.
      if (query.tableId !== '') return { page: { actions: [], next: 0, nextTime: 0 } };
      const tell = async ({ commitId, kind }: ActionGroup): Promise<ToldAction> => {
        const commit = await store.commit(organizationId, commitId);
        const {
          automationId = '',
          webhookId = '',
          functionId = '',
          incomingId = '',
        } = (commit?.events[0]?.value ?? {}) as Readonly<Record<string, string>>;
        const undoable = !lasting.has(kind);
        if (incomingId !== '') {
          const found = await documents.get<IncomingDocument>(organizationId, 'incoming', incomingId);
          const label = found?.settings.label ?? '';
          const live = found !== undefined && found.deleted === undefined;
          return { undoable, items: 0, object: { kind: 'incoming', id: incomingId, label, live } };
        }
        if (functionId !== '') {
          const found = await documents.get<FunctionDocument>(organizationId, 'functions', functionId);
          const label = found?.settings.label ?? '';
          const live = found !== undefined && found.deleted === undefined;
          return { undoable, items: 0, object: { kind: 'function', id: functionId, label, live } };
        }
        if (webhookId !== '') {
          const webhook = await documents.get<WebhookDocument>(organizationId, 'webhooks', webhookId);
          const label = webhook?.settings.label ?? '';
          const live = webhook !== undefined && webhook.deleted === undefined;
          return { undoable, items: 0, object: { kind: 'webhook', id: webhookId, label, live } };
        }
        const known = await documents.get<AutomationDocument>(organizationId, 'automations', automationId);
        return {
          undoable,
          items: 0,
          object: {
            kind: 'automation',
            id: automationId,
            label: known?.draft.label ?? '',
            live: known !== undefined && known.archived === undefined,
          },
        };
      };
      const page = await listActions(store, grouped, organizationId, query, {
        byActor: false,
        tell: (groups) => Promise.all(groups.map(tell)),
      });
      return { page };
    },
  };
  return { definition: AutomationsServiceDefinition as unknown as RpcRegistration['definition'], handlers };
};
