import type { Aggregate } from '@tessera/kernel';
import type { AppsEvent } from '../events.ts';
import { entryOf, type GalleryEntry } from './entry.ts';

/** Where a template is on its way into the gallery of all; `none`: nobody asked for that. */
export type Review = 'none' | 'asked' | 'approved' | 'refused';

/** A template of an organization's own. */
export type OwnTemplate = {
  readonly id: string;
  readonly name: string;
  readonly templateJson: string;
  readonly savedAt: number;
  readonly savedBy: string;
  readonly deleted: boolean;
  /** Who made it, and alone sees it here. */
  readonly builderId: string;
  /** How often it was saved: what the operator looked at is one of these. */
  readonly saves: number;
  readonly review: Review;
  /** Why the operator refused it. */
  readonly reason: string;
  /** A copy that was approved stands in the gallery, of this save or an earlier one. */
  readonly published: boolean;
  /** Of which folder it was made; empty where nobody wrote that down. */
  readonly folderId: string;
};

export const ownTemplateAggregate: Aggregate<OwnTemplate | undefined, AppsEvent> = {
  kind: 'template',
  version: 2,
  initial: undefined,
  evolve: (state, event, { time, actorId }) => {
    switch (event.$case) {
      case 'templateSaved': {
        const { templateId: id, name, templateJson, publish, folderId } = event.value;
        return {
          id,
          name,
          templateJson,
          savedAt: time,
          savedBy: actorId,
          deleted: false,
          builderId: state?.builderId ?? actorId,
          saves: (state?.saves ?? 0) + 1,
          review: publish ? 'asked' : 'none',
          reason: '',
          published: publish && state?.published === true,
          folderId,
        };
      }
      case 'templateDeleted':
        return state && { ...state, deleted: true, published: false };
      case 'templateReviewed': {
        const { approved, reason } = event.value;
        return state && { ...state, review: approved ? 'approved' : 'refused', reason, published: approved };
      }
      default:
        return state;
    }
  },
};

/** A template in the gallery of all: what lists show, and the template whole. */
export type Published = { readonly entry: GalleryEntry; readonly templateJson: string };

export const galleryAggregate: Aggregate<Published | undefined, AppsEvent> = {
  kind: 'gallery',
  version: 1,
  initial: undefined,
  evolve: (state, event, { time }) => {
    if (event.$case === 'templatePublished') {
      const { templateId, organizationId, templateJson } = event.value;
      return { entry: entryOf(templateId, organizationId, time, templateJson), templateJson };
    }
    return event.$case === 'templateWithdrawn' ? undefined : state;
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
