import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messages as en } from '../../../frontends/administration/src/history/texts/en.ts';
import { messages as es } from '../../../frontends/administration/src/history/texts/es.ts';
import { messages as pt } from '../../../frontends/administration/src/history/texts/pt.ts';
import { changes, entities, kinds, unlisted } from '../../../services/audit/src/log/kinds.ts';

const contracts = join(import.meta.dirname, '../../../proto/tessera');
/** The types of events of every service, as its contract has them: the cases of its closed union. */
const typesOfEvents = readdirSync(contracts).flatMap((service) => {
  const file = join(contracts, service, 'v1/events.proto');
  const text = readdirSync(join(contracts, service, 'v1')).includes('events.proto') ? readFileSync(file, 'utf8') : '';
  const [, union = ''] = /oneof event \{([^}]*)\}/.exec(text) ?? [];
  return [...union.matchAll(/(\w+) = \d+;/g)].map(([, name]) =>
    name!.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  );
});

describe('the history log', () => {
  it('has an entry for every type of event, or says why there is none', () => {
    const left = new Set(Object.values(unlisted).flat());
    expect(typesOfEvents.length).toBeGreaterThan(60);
    expect(typesOfEvents.filter((type) => Object.hasOwn(kinds, type) === left.has(type))).toEqual([]);
    expect([...Object.keys(kinds), ...left].filter((type) => !typesOfEvents.includes(type))).toEqual([]);
  });
  it.each([
    ['en', en],
    ['pt', pt],
    ['es', es],
  ])('has words for each of them in %s', (_language, { log }) => {
    expect(
      Object.keys(log.what)
        .filter((kind) => kind !== 'other')
        .toSorted(),
    ).toEqual(Object.keys(kinds).toSorted());
    expect(Object.keys(log.types)).toEqual([...changes]);
    expect(Object.keys(log.entities)).toEqual([...entities]);
  });
});
