import { rootOf, type Advance, type DecidedEvent } from '@tessera/kernel';
import type { ClaimRow } from '../log/log.ts';

/**
 * The texts by which commits exclude and find each other. Keys: `<stream>@<version>`, `<record stream>/<id>@<version>`,
 * `!<scope>/<hash>@<version>` for a claim, `?<hash>` for an idempotency key, `~<purge>` for the end of one,
 * `$<position>` where a commit has none. Tags: a stream's name, `:<root>`, `@<actor>`, `#<operation>`.
 */
export const streamKey = (stream: string, version: number): string => `${stream}@${version}`;
export const itemKey = (stream: string, id: string, version: number): string => `${stream}/${id}@${version}`;
export const claimNameOf = (scope: string, keyHash: Uint8Array): string =>
  `!${scope}/${Buffer.from(keyHash.buffer, keyHash.byteOffset, keyHash.length).toString('hex')}`;
export const claimKey = (name: string, version: number): string => `${name}@${version}`;
export const idempotencyKey = (hash: Uint8Array): string =>
  `?${Buffer.from(hash.buffer, hash.byteOffset, hash.length).toString('hex')}`;
/** The commits that say what a purge did: each once, whoever finishes it. */
export const purgeKey = (purgeId: string, part: number): string => (part === 0 ? `~${purgeId}` : `~${purgeId}/${part}`);
export const positionKey = (position: number): string => `$${position}`;
/** A key without its version: what one process lets only one of its commands change at a time. */
export const nameOfKey = (key: string): string => key.slice(0, key.lastIndexOf('@'));
/** Version of a claim's key, with the claim's name; undefined for other keys. */
export const claimOfKey = (key: string): { readonly name: string; readonly version: number } | undefined =>
  key.startsWith('!') ? { name: nameOfKey(key), version: Number(key.slice(key.lastIndexOf('@') + 1)) } : undefined;

export { rootOf };
export const rootTag = (root: string): string => `:${root}`;
export const actorTag = (actorId: string): string => `@${actorId}`;
export const operationTag = (operationId: string): string => `#${operationId}`;

/**
 * Keys of the versions that a decision reaches. Items that the store made itself need one for all: nobody else can know
 * their ids.
 */
export const versionKeys = (events: readonly DecidedEvent<unknown>[], fresh: ReadonlySet<Advance>): string[] => {
  const keys = new Set<string>();
  for (const { advances } of events) {
    for (const advance of advances) {
      if (!('ids' in advance)) keys.add(streamKey(advance.stream, advance.version));
      else if (fresh.has(advance)) {
        if (advance.ids.length > 0) keys.add(itemKey(advance.stream, advance.ids[0]!, 1));
      } else advance.ids.forEach((id, i) => keys.add(itemKey(advance.stream, id, advance.versions?.[i] ?? 1)));
    }
  }
  return [...keys];
};

/** What a commit does to claims: the owner after it by the claim's name, null where it is only released. */
export const claimChanges = (
  claims: readonly ClaimRow[],
  releases: readonly ClaimRow[],
): ReadonlyMap<string, string | null> => {
  const changes = new Map<string, string | null>();
  for (const { scope, keyHash } of releases) changes.set(claimNameOf(scope, keyHash), null);
  for (const { scope, keyHash, owner } of claims) changes.set(claimNameOf(scope, keyHash), owner);
  return changes;
};

export const tagsOf = (streams: Iterable<string>, actorId: string, operationId: string): string[] => {
  const tags = new Set<string>();
  for (const stream of streams) tags.add(stream).add(rootTag(rootOf(stream)));
  tags.add(actorTag(actorId));
  if (operationId !== '') tags.add(operationTag(operationId));
  return [...tags];
};
