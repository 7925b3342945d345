import { newId } from '@tessera/kernel';
import { expect } from 'vitest';
import type { LinksUnderTest } from './links.contract.ts';

/** A seeded source of whole numbers below a bound. */
export const choosing = (seed: number): ((below: number) => number) => {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
};

type Value = number | null | readonly number[] | { readonly error: string };
type Derived = {
  readonly id: string;
  readonly table: string;
  /** Adds fields of its own row, or looks along a link. */
  readonly makes: 'plus' | 'lookup' | 'sum' | 'max' | 'counta' | 'count';
  readonly of: readonly string[];
  readonly link: string | undefined;
};
type Link = {
  readonly id: string;
  readonly other: string;
  readonly from: string;
  readonly to: string;
};
type Stored = { readonly id: string; readonly fields: Readonly<Record<string, unknown>> };

const isError = (value: Value): value is { readonly error: string } =>
  typeof value === 'object' && value !== null && 'error' in value;

/**
 * Makes tables, links and computed fields as they come, changes all of it for a while, and expects in the end that each
 * computed value is the one that a slow and obvious computation over the stored values comes to.
 */
export const converge = async (under: LinksUnderTest, seed: number, steps: number): Promise<void> => {
  const choose = choosing(seed);
  const one = <T>(list: readonly T[]): T => list[choose(list.length)]!;
  const call = async (method: string, path: string, body?: unknown) => {
    const { status, body: answer, headers } = await under.send(method, path, body);
    const commit = headers.get('tessera-commit');
    if (status < 300 && commit !== null) commits.push(commit);
    return { status, answer };
  };
  const commits: string[] = [];
  const must = async (method: string, path: string, body?: unknown) => {
    const { status, answer } = await call(method, path, body);
    expect([seed, path, status, answer]).toEqual([seed, path, status < 300 ? status : 200, answer]);
    return answer;
  };

  const tables: string[] = [];
  const numbers = new Map<string, string>();
  for (const label of ['A', 'B', 'C'].slice(0, 2 + choose(2))) {
    const made = await must('POST', '/v3/tables', {
      label,
      fields: [{ name: 'N', type: 'number', props: { decimals: 0 } }],
    });
    tables.push(made.id);
    numbers.set(made.id, made.fields[0].id);
  }
  const links: Link[] = [];
  for (let i = 0; i < 3; i++) {
    const [from, to] = [one(tables), one(tables)];
    const made = await must('POST', `/v3/tables/${from}/fields`, {
      name: `L${i}`,
      type: 'connectedRecord',
      props: { tableId: to, other: { name: `R${i}` } },
    });
    links.push({ id: made.id, other: made.props.referenceFieldId, from, to });
  }
  const derived: Derived[] = [];
  const gone: Derived[] = [];
  const records = new Map<string, string[]>(tables.map((table) => [table, []]));
  const removed: { readonly table: string; readonly id: string }[] = [];

  const isList = (id: string): boolean => derived.some((field) => field.id === id && field.makes === 'lookup');
  const addDerived = async (): Promise<void> => {
    const table = one(tables);
    const ways = links.flatMap((link) => [
      ...(link.from === table ? [{ link: link.id, there: link.to }] : []),
      ...(link.to === table ? [{ link: link.other, there: link.from }] : []),
    ]);
    const fieldsOf = (of: string) => [
      numbers.get(of)!,
      ...derived.filter((field) => field.table === of).map(({ id }) => id),
    ];
    const name = newId();
    if (ways.length === 0 || choose(4) === 0) {
      const of = [one(fieldsOf(table)), one(fieldsOf(table))];
      const term = (id: string): string => (isList(id) ? `SUM({${id}})` : `{${id}}`);
      const { status, answer } = await call('POST', `/v3/tables/${table}/fields`, {
        name,
        type: 'formula',
        props: { formula: ['0', ...of.map(term)].join(' + ') },
      });
      if (status < 300) derived.push({ id: answer.id, table, makes: 'plus', of, link: undefined });
      return;
    }
    const { link, there } = one(ways);
    const makes = one(['lookup', 'sum', 'max', 'counta', 'count'] as const);
    const of = makes === 'count' ? [] : [one(fieldsOf(there))];
    const type = makes === 'lookup' || makes === 'count' ? makes : 'rollup';
    const { status, answer } = await call('POST', `/v3/tables/${table}/fields`, {
      name,
      type,
      props: {
        linkFieldId: link,
        ...(of.length > 0 && { fieldId: of[0] }),
        ...(type === 'rollup' && { function: makes }),
      },
    });
    if (status < 300) derived.push({ id: answer.id, table, makes, of, link });
    else expect([400, answer.error?.code]).toEqual([status, answer.error?.code]);
  };

  const step = async (): Promise<void> => {
    const table = one(tables);
    const own = records.get(table)!;
    const kind = choose(12);
    if (own.length === 0 || kind < 2) {
      const fields: Record<string, unknown> = { [numbers.get(table)!]: choose(3) === 0 ? null : choose(50) };
      for (const link of links)
        if (link.from === table && records.get(link.to)!.length > 0 && choose(2) === 0)
          fields[link.id] = [one(records.get(link.to)!)];
      const made = await must('POST', `/v3/tables/${table}/records`, {
        records: Array.from({ length: 1 + choose(3) }, () => ({ fields })),
      });
      own.push(...made.records.map(({ id }: Stored) => id));
      return;
    }
    const id = one(own);
    if (kind < 5)
      await must('PATCH', `/v3/tables/${table}/records/${id}`, { fields: { [numbers.get(table)!]: choose(50) } });
    else if (kind < 7) {
      const link = one(links);
      const [at, field, there] = choose(2) === 0 ? [link.from, link.id, link.to] : [link.to, link.other, link.from];
      const [mine, theirs] = [records.get(at)!, records.get(there)!];
      if (mine.length === 0 || theirs.length === 0) return;
      const some = [...new Set([one(theirs), one(theirs)])].slice(0, choose(3));
      await must('PATCH', `/v3/tables/${at}/records/${one(mine)}`, { fields: { [field]: some } });
    } else if (kind === 7) {
      await must('DELETE', `/v3/tables/${table}/records/${id}`);
      own.splice(own.indexOf(id), 1);
      removed.push({ table, id });
    } else if (kind === 8 && removed.length > 0) {
      const [back] = removed.splice(choose(removed.length), 1);
      await must('POST', `/v3/tables/${back!.table}/records/restore`, { ids: [back!.id] });
      records.get(back!.table)!.push(back!.id);
    } else if (kind === 9 && commits.length > 0) {
      await call('POST', `/v3/undo/${commits.at(-1 - choose(Math.min(3, commits.length)))!}`, { conflicts: 'skip' });
      await look();
    } else if (kind === 10 && derived.length > 0) {
      const [field] = derived.splice(choose(derived.length), 1);
      const { status } = await call('DELETE', `/v3/tables/${field!.table}/fields/${field!.id}`);
      if (status < 300) gone.push(field!);
    } else if (kind === 11 && gone.length > 0) {
      const [field] = gone.splice(choose(gone.length), 1);
      const { status } = await call('POST', `/v3/tables/${field!.table}/fields/${field!.id}/restore`);
      if (status < 300) derived.push(field!);
    } else await addDerived();
  };

  /** What is there: an undo may have brought back or taken away whatever there is. */
  const look = async () => {
    const all = new Map<string, readonly Stored[]>();
    for (const table of tables) {
      const { records: found } = await must('GET', `/v3/tables/${table}/records?limit=1000`);
      const live = found.map(({ id }: Stored) => id);
      for (const id of records.get(table)!) if (!live.includes(id)) removed.push({ table, id });
      records.set(table, live);
      for (let i = removed.length - 1; i >= 0; i--) if (live.includes(removed[i]!.id)) removed.splice(i, 1);
      all.set(table, found);
      const { fields } = await must('GET', `/v3/tables/${table}`);
      const ids = new Set(fields.map(({ id }: { readonly id: string }) => id));
      for (const [from, to] of [
        [derived, gone],
        [gone, derived],
      ] as const)
        for (const field of from.filter((known) => known.table === table && ids.has(known.id) === (from === gone))) {
          from.splice(from.indexOf(field), 1);
          to.push(field);
        }
    }
    return all;
  };

  for (let i = 0; i < steps; i++) await step();

  const wrong = async (): Promise<readonly unknown[]> => {
    const all = await look();
    const known = new Map<string, Value>();
    const linkedTo = (link: string, record: Stored): readonly Stored[] => {
      const owning = links.find(({ id }) => id === link);
      if (owning !== undefined)
        return ((record.fields[link] ?? []) as readonly string[]).map((id) =>
          all.get(owning.to)!.find((other) => other.id === id)!,
        );
      const { id, from } = links.find(({ other }) => other === link)!;
      return all.get(from)!.filter((other) => ((other.fields[id] ?? []) as readonly string[]).includes(record.id));
    };
    const valueOf = (field: string, record: Stored): Value => {
      if ([...numbers.values()].includes(field)) return (record.fields[field] as number | undefined) ?? null;
      const name = `${record.id} ${field}`;
      const before = known.get(name);
      if (before !== undefined) return before;
      const made = compute(field, record);
      known.set(name, made);
      return made;
    };
    const compute = (id: string, record: Stored): Value => {
      const field = derived.find((one_) => one_.id === id);
      if (field === undefined) return { error: 'field_gone' };
      if (field.makes === 'plus') {
        let sum = 0;
        for (const used of field.of) {
          const value = valueOf(used, record);
          if (value !== null && isError(value)) return value;
          sum += (Array.isArray(value) ? value : [value]).reduce((a: number, b: number | null) => a + (b ?? 0), 0);
        }
        return sum;
      }
      const others = linkedTo(field.link!, record);
      if (field.makes === 'count') return others.length;
      if (derived.every((one_) => one_.id !== field.of[0]) && ![...numbers.values()].includes(field.of[0]!))
        return { error: 'field_gone' };
      const values: number[] = [];
      for (const other of others) {
        const value = valueOf(field.of[0]!, other);
        if (value !== null && isError(value)) return value;
        for (const each of Array.isArray(value) ? value : [value]) if (each !== null) values.push(each as number);
      }
      if (field.makes === 'counta') return values.length;
      if (values.length === 0) return null;
      if (field.makes === 'lookup') return values;
      return field.makes === 'sum' ? values.reduce((a, b) => a + b, 0) : Math.max(...values);
    };
    return derived.flatMap((field) =>
      all.get(field.table)!.flatMap((record) => {
        const is = (record.fields[field.id] ?? null) as Value;
        const should = compute(field.id, record);
        return JSON.stringify(is) === JSON.stringify(should)
          ? []
          : [{ seed, field: field.makes, id: field.id, record: record.id, is, should }];
      }),
    );
  };
  await expect.poll(wrong, { timeout: 30_000 }).toEqual([]);
};
