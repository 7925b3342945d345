import type { Reaction } from '@tessera/event-store';
import { systemActor, type EventContext } from '@tessera/kernel';
import type { AppsPublicEvent } from '@tessera/proto/apps/v1/events';
import type { AutomationsPublicEvent } from '@tessera/proto/automations/v1/events';
import type { FilesPublicEvent } from '@tessera/proto/files/v1/events';
import type { Directory } from '@tessera/runtime/directory';
import type { BillingStore } from '../store.ts';
import { dayOf } from './days.ts';
import type { Warnings } from './warnings.ts';

type One<W extends { event?: { $case: string } | undefined }, K extends NonNullable<W['event']>['$case']> = Extract<
  NonNullable<W['event']>,
  { $case: K }
>;

type Ports = { readonly store: BillingStore; readonly directory: Directory; readonly warnings: Warnings };

/** What the services tell of is counted on the day that the organization has then, each once. */
export const usageReactions = ({ store, directory, warnings }: Ports): readonly Reaction[] => {
  const metaOf = ({ organizationId, commitId }: EventContext, key: string) => ({
    actor: systemActor('billing', organizationId),
    origin: 'system' as const,
    causationId: commitId,
    idempotencyKey: key,
  });
  const dayAt = async ({ organizationId }: EventContext, time: number): Promise<string> => {
    const { timezone } = await directory.facts(systemActor('billing', organizationId));
    return dayOf(time, timezone);
  };
  return [
    {
      name: 'billing.runs',
      source: 'automations',
      types: ['runStarted'],
      handle: async (event, context) => {
        const { runId, automationId } = (event as One<AutomationsPublicEvent, 'runStarted'>).value;
        const payload = { runId, automationId, day: await dayAt(context, context.time) };
        await store.execute({ type: 'countRun', payload }, metaOf(context, `run.${runId}`));
        warnings.look(context.organizationId);
      },
    },
    {
      name: 'billing.functions',
      source: 'automations',
      types: ['functionCalled'],
      handle: async (event, context) => {
        const { functionId, callId, microUnits, at } = (event as One<AutomationsPublicEvent, 'functionCalled'>).value;
        const payload = { functionId, callId, microUnits, day: await dayAt(context, at === 0 ? context.time : at) };
        await store.execute({ type: 'countFunction', payload }, metaOf(context, `function.${callId}`));
        warnings.look(context.organizationId);
      },
    },
    {
      name: 'billing.files',
      source: 'files',
      types: ['fileUploaded', 'fileErased'],
      handle: async (event, context) => {
        const { $case, value } = event as One<FilesPublicEvent, 'fileUploaded' | 'fileErased'>;
        const { fileId, size } = value;
        const came = $case === 'fileUploaded';
        const payload = { fileId, bytes: came ? size : -size };
        const key = `${came ? 'file' : 'gone'}.${fileId}`;
        await store.execute({ type: 'countStorage', payload }, metaOf(context, key));
      },
    },
    {
      name: 'billing.credits',
      source: 'apps',
      types: ['buildAnswered'],
      handle: async (event, context) => {
        const { buildId, code } = (event as One<AppsPublicEvent, 'buildAnswered'>).value;
        // What came to no proposal is not counted.
        if (code !== '') return;
        const payload = { buildId, day: await dayAt(context, context.time) };
        await store.execute({ type: 'countCredit', payload }, metaOf(context, `credit.${buildId}`));
        warnings.look(context.organizationId);
      },
    },
  ];
};
