import type { FilterOperator } from '@tessera/fields';
import type { Field, Filter, Id, Table } from '@tessera/kit';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { App, AppBlock } from '../apps/apps.resource.ts';
import { isFinished, type Leaf, operatorsOf } from '../data/filters.ts';

/** What was chosen in one filter block, by field; what was typed into a search, by block. The heading's search is `q`. */
export type PageValues = Readonly<Record<string, string | Readonly<Record<Id, unknown>>>>;

/** The search of the heading. */
const ofHeading = 'q';
const parameter = 'page';
/** The record that blocks of details show until another is picked. */
const ofRecord = 'record';
/** An address is not longer than every browser and proxy takes. */
const mostAddress = 4000;
/** What is typed stands in the address once nothing was typed for so long. */
const pauseMs = 300;

/** What an address says of a page; nothing where it cannot be read. */
export const valuesIn = (address: string | null): PageValues => {
  if (address === null || address.length > mostAddress) return {};
  try {
    const read: unknown = JSON.parse(address);
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return {};
    return Object.fromEntries(
      Object.entries(read).filter(
        ([, value]) =>
          typeof value === 'string' || (typeof value === 'object' && value !== null && !Array.isArray(value)),
      ),
    ) as PageValues;
  } catch {
    return {};
  }
};
export const addressOf = (values: PageValues): string | null => {
  const kept = Object.entries(values).filter(([, value]) =>
    typeof value === 'string' ? value.trim() !== '' : Object.keys(value).length > 0,
  );
  const text = JSON.stringify(Object.fromEntries(kept));
  return kept.length === 0 || text.length > mostAddress ? null : text;
};

const kinds: readonly FilterOperator['value'][] = ['options', 'users', 'records', 'range', 'boolean'];
/** With what a field is filtered on a page: any of several where it can, within two ends, else what it contains. */
export const pageOperator = (field: Field): FilterOperator | undefined => {
  const offered = operatorsOf(field).filter(({ id }) => !/^(not|isNone|hasNone|hasAll)/.test(id));
  return (
    kinds.flatMap((kind) => offered.find(({ value }) => value === kind) ?? [])[0] ??
    offered.find(({ id }) => id === 'contains') ??
    offered.find(({ value }) => value !== 'none')
  );
};

/** The condition that a filter block comes to by one field. */
export const leafFor = (field: Field, value: unknown): Leaf | undefined => {
  const operator = pageOperator(field);
  return operator && { fieldId: field.id, operator: operator.id, value };
};

/** Whether a block is for another one: for all where it names none. */
const isFor = ({ config }: AppBlock, id: Id, part = 'blocks'): boolean => {
  const named = config[part];
  return !Array.isArray(named) || named.length === 0 || named.includes(id);
};

/** What a block is searched for: what stands in a box that names it, else in the heading. */
export const searchFor = (app: Pick<App, 'components'>, values: PageValues, id: Id): string => {
  const typed = app.components.flatMap((one) => {
    const text = one.config.type === 'search' && isFor(one, id) ? values[one.id] : undefined;
    return typeof text === 'string' && text.trim() !== '' ? [text.trim()] : [];
  });
  const heading = values[ofHeading];
  return typed[0] ?? (typeof heading === 'string' ? heading.trim() : '');
};

/** What the filter blocks of a page leave of a table in a block. */
export const filterFor = (
  app: Pick<App, 'components'>,
  values: PageValues,
  id: Id,
  table: Pick<Table, 'id' | 'fields'>,
): Filter | undefined => {
  const leaves = app.components.flatMap((one) => {
    const chosen = values[one.id];
    if (one.config.type !== 'app_filters' || one.config['tableId'] !== table.id || typeof chosen !== 'object')
      return [];
    if (!isFor(one, id)) return [];
    return Object.entries(chosen).flatMap(([fieldId, value]) => {
      const field = table.fields.find((other) => other.id === fieldId);
      const leaf = field && leafFor(field, value);
      return leaf !== undefined && isFinished(leaf, table.fields) ? [leaf as unknown as Filter] : [];
    });
  });
  return leaves.length === 0 ? undefined : leaves.length === 1 ? leaves[0] : ({ and: leaves } as Filter);
};

/** Both of two filters. */
export const bothOf = (a: Filter | undefined, b: Filter | undefined): Filter | undefined =>
  a === undefined ? b : b === undefined ? a : ({ and: [a, b] } as Filter);

/** Blocks that show one record, or tell of it. */
const followers: readonly string[] = ['record_details', 'comments', 'text'];

/** The blocks of details that show what is picked in a block of a table. */
export const followersOf = (app: Pick<App, 'components'>, id: Id, tableId: Id): readonly Id[] =>
  app.components
    .filter(
      ({ config, ...one }) =>
        followers.includes(config.type) && config['tableId'] === tableId && isFor({ config, ...one }, id, 'follows'),
    )
    .map((one) => one.id as Id);

/** What people chose on a page, for its blocks. */
export type PageState = {
  readonly heading: string;
  readonly setHeading: (text: string) => void;
  readonly textOf: (blockId: Id) => string;
  readonly chosenIn: (blockId: Id) => Readonly<Record<Id, unknown>>;
  readonly put: (blockId: Id, value: string | Readonly<Record<Id, unknown>>) => void;
  readonly searchFor: (blockId: Id) => string;
  readonly filterFor: (blockId: Id, table: Pick<Table, 'id' | 'fields'>) => Filter | undefined;
  /** The record that a block of details shows: the one that was picked, else the one that the address names. */
  readonly recordFor: (blockId: Id) => Id | undefined;
  /** The record of a block's table that blocks of details beside it show. */
  readonly pickedIn: (blockId: Id, tableId: Id) => Id | undefined;
  /** Shows a record in the blocks of details that follow a block; false where none does. */
  readonly pick: (blockId: Id, tableId: Id, recordId: Id) => boolean;
};

export const stateOf = (
  app: Pick<App, 'components'>,
  values: PageValues,
  put: PageState['put'],
  named?: string | null,
): PageState => {
  const recordFor = (id: Id): Id | undefined => {
    const picked = values[id];
    return typeof picked === 'string' && picked !== '' ? (picked as Id) : ((named ?? undefined) as Id | undefined);
  };
  return {
    heading: typeof values[ofHeading] === 'string' ? values[ofHeading] : '',
    setHeading: (text) => put(ofHeading, text),
    textOf: (id) => (typeof values[id] === 'string' ? values[id] : ''),
    chosenIn: (id) => (typeof values[id] === 'object' ? values[id] : {}),
    put,
    searchFor: (id) => searchFor(app, values, id),
    filterFor: (id, table) => filterFor(app, values, id, table),
    recordFor,
    pickedIn: (id, tableId) => followersOf(app, id, tableId).flatMap((one) => recordFor(one) ?? [])[0],
    pick: (id, tableId, recordId) => {
      const followers = followersOf(app, id, tableId);
      for (const one of followers) put(one, recordId);
      return followers.length > 0;
    },
  };
};

/** A page on which nothing is chosen and nothing can be: while it is built. */
export const stillPage: PageState = stateOf({ components: [] }, {}, () => undefined);

/** The state of a page that people work in; it stands in the address, so that a link shows the same. */
export const usePageState = (app: App): PageState => {
  const [search, setSearch] = useSearchParams();
  const [values, setValues] = useState(() => valuesIn(search.get(parameter)));
  const latest = useRef(setSearch);
  latest.current = setSearch;
  const address = addressOf(values);
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current === address) return undefined;
    const timer = setTimeout(() => {
      shown.current = address;
      latest.current(
        (before) => {
          const next = new URLSearchParams(before);
          if (address === null) next.delete(parameter);
          else next.set(parameter, address);
          return next;
        },
        { replace: true },
      );
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [address]);
  const put = useCallback<PageState['put']>((id, value) => setValues((before) => ({ ...before, [id]: value })), []);
  const named = search.get(ofRecord);
  return useMemo(() => stateOf(app, values, put, named), [app, values, put, named]);
};
