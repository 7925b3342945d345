import type { Rejection } from '@tessera/kernel';
import { rejection } from '../refusals.ts';

/** Whose a read is: reads of one asker wait for those of others, and those of one organization for other ones'. */
export type Asker = { readonly organizationId: string; readonly asker: string };

/** How long reads like one that was long are taken for long ones from the beginning. */
const rememberedMs = 10_000;
const rememberedShapes = 500;
/** Long reads of one asker and of one organization that may wait. */
const mostOfAsker = 40;
const mostOfOrganization = 200;
/** Of so many the last turns are known. */
const mostTurns = 10_000;

/** What reads have in common that differ in their values only; `request` is JSON. */
export const shapeOf = (request: string): string =>
  request.replace(/"(value|values|after|offset|text)":(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[^,}\]]*)/g, '"$1":');

/**
 * The lane of long reads, on either engine: which reads belong to it, who may wait, and whose turn is next. A read that
 * takes longer than short ones may is put here, and for a while those like it from the beginning.
 */
export const openLongLane = <T>(askerOf: (read: T) => Asker) => {
  const waiting: T[] = [];
  const shapes = new Map<string, number>();
  /** When an organization, and an asker of it, had their last turn. */
  const turns = new Map<string, number>();
  let lastTurn = 0;

  return {
    get size(): number {
      return waiting.length;
    },
    remember(shape: string): void {
      if (shapes.size >= rememberedShapes) shapes.delete(shapes.keys().next().value!);
      shapes.set(shape, performance.now() + rememberedMs);
    },
    /** Whether a read like this one was long lately; `shape` is asked for only where any was. */
    knows(shape: () => string): boolean {
      if (shapes.size === 0) return false;
      const name = shape();
      const until = shapes.get(name);
      if (until !== undefined && performance.now() > until) shapes.delete(name);
      return shapes.has(name);
    },
    /** Lets a read wait, or answers why it may not. */
    push(read: T): Rejection | undefined {
      const { organizationId, asker } = askerOf(read);
      let [own, all] = [0, 0];
      for (const one of waiting) {
        const other = askerOf(one);
        if (other.organizationId !== organizationId) continue;
        all++;
        if (other.asker === asker) own++;
      }
      if (all >= mostOfOrganization || own >= mostOfAsker)
        return rejection('unavailable', 'unavailable', 'Too many long reads are waiting');
      waiting.push(read);
      return undefined;
    },
    drop(read: T): void {
      const at = waiting.indexOf(read);
      if (at >= 0) waiting.splice(at, 1);
    },
    /** The read whose organization, and in it whose asker, has waited longest for a turn; undefined where none waits. */
    next(): T | undefined {
      let best: T | undefined;
      let [organizationTurn, askerTurn] = [Infinity, Infinity];
      for (const one of waiting) {
        const { organizationId, asker } = askerOf(one);
        const [a, b] = [turns.get(organizationId) ?? 0, turns.get(`${organizationId}\n${asker}`) ?? 0];
        if (a < organizationTurn || (a === organizationTurn && b < askerTurn)) {
          best = one;
          [organizationTurn, askerTurn] = [a, b];
        }
      }
      return best;
    },
    /** A read has its turn. */
    took(read: T): void {
      this.drop(read);
      const { organizationId, asker } = askerOf(read);
      lastTurn += 1;
      if (turns.size > mostTurns) turns.clear();
      turns.set(organizationId, lastTurn).set(`${organizationId}\n${asker}`, lastTurn);
    },
  };
};
