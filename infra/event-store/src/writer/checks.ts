import type { Advance, Claim, DecidedEvent, Decision } from '@tessera/kernel';
import type { ClaimRow } from '../log/log.ts';
import { shortHash } from '../log/codec.ts';
import { conflict, rejection } from '../refusals.ts';

/** Bounds of one commit (docs/events.md 2). Larger work is an operation of several commits. */
export const commitLimits = { items: 1_000, bytes: 1024 * 1024, events: 1_000 } as const;

/** Ids that the store itself gave out in this decision: increasing, so a range tells them from a client's. */
export type GivenIds = { first: string; last: string };

type Items = Extract<Advance, { ids: readonly string[] }>;
const isItems = (advance: Advance): advance is Items => 'ids' in advance;

/**
 * What a decision is checked against: the present version of a stream, and of the items of a record stream in the order
 * of their ids.
 */
export type Present = {
  version(stream: string): number;
  versions(stream: string, ids: readonly string[]): readonly number[];
};

/**
 * The advances whose items the store itself made in this decision and that nothing else in it touches: they exist
 * nowhere yet.
 */
export const newItems = (events: readonly DecidedEvent<unknown>[], given: GivenIds): ReadonlySet<Advance> => {
  const touches = new Map<string, number>();
  for (const { advances } of events)
    for (const a of advances) if (isItems(a)) touches.set(a.stream, (touches.get(a.stream) ?? 0) + 1);
  const fresh = new Set<Advance>();
  for (const { advances } of events)
    for (const a of advances)
      if (isItems(a) && touches.get(a.stream) === 1 && a.versions === undefined && areNew(a.ids, given)) fresh.add(a);
  return fresh;
};

/**
 * Refuses a decision whose versions do not follow on the present ones. In the writer thread nothing comes between
 * loading and this check, so a refusal means an id that exists already, or a decider's mistake; in the cluster it means
 * a lost race.
 */
export const checkVersions = (events: readonly DecidedEvent<unknown>[], given: GivenIds, present: Present): void => {
  let items = 0;
  const streams = new Map<string, number>();
  const records = new Map<string, Map<string, number>>();
  const fresh = newItems(events, given);

  for (const { advances } of events) {
    for (const advance of advances) {
      if (!isItems(advance)) {
        const current = streams.get(advance.stream) ?? present.version(advance.stream);
        if (advance.version !== current + 1) {
          throw conflict('stream.version', {
            stream: advance.stream,
            expected: advance.version - 1,
            current,
          });
        }
        streams.set(advance.stream, advance.version);
        continue;
      }
      items += advance.ids.length;
      if (items > commitLimits.items)
        throw rejection('too_large', 'commit.too_many', `One write may change at most ${commitLimits.items} records.`);
      if (fresh.has(advance)) continue;
      if (new Set(advance.ids).size !== advance.ids.length) throw conflict('item.repeated');
      checkItems(advance, records, present);
    }
  }
};

/**
 * Ids in the order in which this decision was given them: they are different from each other and from all that exist.
 */
const areNew = (ids: readonly string[], given: GivenIds): boolean => {
  let before = '';
  for (const id of ids) {
    if (id <= before) return false;
    before = id;
  }
  return given.first !== '' && ids[0]! >= given.first && before <= given.last;
};

const checkItems = (advance: Items, records: Map<string, Map<string, number>>, present: Present): void => {
  const versions = present.versions(advance.stream, advance.ids);
  let known = records.get(advance.stream);
  if (known === undefined) records.set(advance.stream, (known = new Map()));
  advance.ids.forEach((id, i) => {
    const current = known.get(id) ?? versions[i]!;
    const next = advance.versions?.[i] ?? 1;
    if (next !== current + 1) {
      throw next === 1
        ? conflict('item.exists', { stream: advance.stream, id })
        : conflict('item.version', {
            stream: advance.stream,
            id,
            expected: next - 1,
            current,
          });
    }
    known.set(id, next);
  });
};

const toRow = (claim: Claim): ClaimRow => ({
  scope: claim.scope,
  keyHash: shortHash(`${claim.scope}\0${claim.key}`),
  owner: claim.owner,
});

/** Scope and hash of a claim as one text. */
const claimName = (row: ClaimRow): string => `${row.scope}\0${Buffer.from(row.keyHash).toString('latin1')}`;

/**
 * The claim rows of a decision; conflict `claim.taken` when another owner holds one that the same decision does not
 * release.
 */
export const checkClaims = (
  decision: Decision<unknown>,
  ownerOf: (row: ClaimRow) => string | undefined,
): { claims: ClaimRow[]; releases: ClaimRow[] } => {
  const releases = (decision.releases ?? []).map(toRow);
  const claims = (decision.claims ?? []).map(toRow);
  if (claims.length === 0) return { claims, releases };
  const released = new Map(releases.map((r) => [claimName(r), r.owner]));
  const taken: { scope: string; key: string; owner: string }[] = [];
  const made = new Map<string, string>();
  claims.forEach((row, i) => {
    const name = claimName(row);
    let owner = made.get(name) ?? ownerOf(row);
    if (owner !== undefined && !made.has(name) && released.get(name) === owner) owner = undefined;
    if (owner !== undefined && owner !== row.owner)
      taken.push({ scope: row.scope, key: decision.claims![i]!.key, owner });
    else made.set(name, row.owner);
  });
  if (taken.length > 0) throw conflict('claim.taken', { taken });
  return { claims, releases };
};

/** Hash under which a claim is kept. */
export const claimHash = (scope: string, key: string): Uint8Array => shortHash(`${scope}\0${key}`);
