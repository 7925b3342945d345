import type { ModelOp, Projection } from '@tessera/kernel';
import { tableOf, triggerType } from '@tessera/proto/automations';
import type { AutomationsEvent } from '../events.ts';
import { automationAggregate, isLive, programOf, type Automation, type Draft } from './evolve.ts';

/** The folded state with the version of its stream. */
export type AutomationDocument = Automation & { readonly revision: number };
/** What ran from a moment on. */
export type VersionDocument = {
  readonly automationId: string;
  readonly version: number;
  readonly at: number;
  readonly by: string;
  readonly draft: Draft;
};
/** What a live automation waits for, found by its table. */
export type Listener = {
  readonly automationId: string;
  readonly ownerId: string;
  readonly version: number;
  /** What happened before it was switched on is not its own, in ms. */
  readonly since: number;
  /** record, schedule or manual. */
  readonly kind: string;
  /** '' where its trigger has none. */
  readonly tableId: string;
  readonly triggerJson: string;
};

export const versionId = (automationId: string, version: number): string => `${automationId}.${version}`;

const listenerOf = ({ id, ownerId, published, enabled }: Automation): Listener => {
  const { trigger } = programOf(published!.draft);
  const known = triggerType(trigger.type);
  return {
    automationId: id,
    ownerId,
    version: published!.version,
    since: enabled!.at,
    kind: known?.on !== undefined ? 'record' : trigger.type,
    tableId: tableOf(trigger) ?? '',
    triggerJson: published!.draft.triggerJson,
  };
};

export const automationsModel: Projection<AutomationsEvent> = {
  name: 'automations',
  version: 1,
  project: (event, context, state) => {
    if (!event.$case.startsWith('automation')) return [];
    const [advance] = context.advances;
    if (advance === undefined || !('version' in advance)) return [];
    const known = (state(advance.stream) as Automation | undefined) ?? automationAggregate.initial;
    const automation = automationAggregate.evolve(known, event, context);
    if (automation === undefined) return [];
    const { id } = automation;
    const document: AutomationDocument = { ...automation, revision: advance.version };
    const ops: ModelOp[] = [
      { op: 'document.put', collection: 'automations', id, document },
      isLive(automation)
        ? { op: 'document.put', collection: 'listeners', id, document: listenerOf(automation) }
        : { op: 'document.delete', collection: 'listeners', id },
    ];
    if (event.$case !== 'automationPublished' || automation.published === undefined) return ops;
    const { version, at, by, draft } = automation.published;
    const kept: VersionDocument = { automationId: id, version, at, by, draft };
    return [...ops, { op: 'document.put', collection: 'versions', id: versionId(id, version), document: kept }];
  },
};
