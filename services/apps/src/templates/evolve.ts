import type { Aggregate } from '@tessera/kernel';
import type { AppsEvent } from '../events.ts';

/** A template of an organization's own. */
export type OwnTemplate = {
  readonly id: string;
  readonly name: string;
  readonly templateJson: string;
  readonly savedAt: number;
  readonly savedBy: string;
  readonly deleted: boolean;
};

export const ownTemplateAggregate: Aggregate<OwnTemplate | undefined, AppsEvent> = {
  kind: 'template',
  version: 1,
  initial: undefined,
  evolve: (state, event, { time, actorId }) => {
    if (event.$case === 'templateSaved') {
      const { templateId: id, name, templateJson } = event.value;
      return { id, name, templateJson, savedAt: time, savedBy: actorId, deleted: false };
    }
    return event.$case === 'templateDeleted' && state !== undefined ? { ...state, deleted: true } : state;
  },
};

/** A template that somebody installs, or installed. */
export type Install = {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly userId: string;
  readonly tokenId: string;
  readonly planJson: string;
  readonly at: number;
  readonly state: 'running' | 'done' | 'failed';
  readonly startUrl: string;
  readonly code: string;
  readonly message: string;
};

export const installAggregate: Aggregate<Install | undefined, AppsEvent> = {
  kind: 'install',
  version: 1,
  initial: undefined,
  evolve: (state, event, { time }) => {
    switch (event.$case) {
      case 'templateInstallPlanned': {
        const { operationId: id, slug, name, userId, tokenId, planJson } = event.value;
        const rest = { state: 'running', startUrl: '', code: '', message: '' } as const;
        return { id, slug, name, userId, tokenId, planJson, at: time, ...rest };
      }
      case 'templateInstallEnded': {
        const { startUrl, code, message } = event.value;
        return state === undefined
          ? state
          : { ...state, state: code === '' ? 'done' : 'failed', startUrl, code, message, planJson: '' };
      }
      default:
        return state;
    }
  },
};
