import type { Actor } from '@tessera/kernel';
import { blockType } from '@tessera/proto/blocks';
import { requireFeature } from '@tessera/proto/rights';

const features = { premium: 'premiumAppBlocksAndFields', dev: 'devAppBlocksAndFields' } as const;
/** Parts of a configuration that say what a block is of and what it is called, and not how it is shaped. */
const plain: ReadonlySet<string> = new Set(['tableId', 'title', 'description', 'button', 'thanks']);

/** Throws where the plan lacks what it takes to make a block of a type, or to change these parts of one. */
export const requireBlockFeature = (actor: Actor, typeId: string, parts: object = {}): void => {
  const { tier, shaped } = blockType(typeId) ?? {};
  if (tier !== undefined) requireFeature(actor, features[tier]);
  if (shaped !== undefined && Object.keys(parts).some((name) => !plain.has(name)))
    requireFeature(actor, features[shaped]);
};

/** Throws where the plan lacks places of its own for the phone. */
export const requireOwnPhone = (actor: Actor): void => requireFeature(actor, features.premium);
