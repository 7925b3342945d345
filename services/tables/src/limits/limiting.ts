import type { RecordReader } from '@tessera/document-store';
import type { PurgingStore } from '@tessera/event-store';
import { bounded, type Clock } from '@tessera/kernel';
import { everyRow } from '@tessera/proto/rights';
import type { Plans } from '@tessera/runtime/plans';
import type { TablesEvent } from '../events.ts';
import { maxRecords } from '../records/parse.ts';

/** Commands that make records; what they are checked by is in `limited`. */
const growing: ReadonlySet<string> = new Set(['records.create', 'records.append', 'records.write', 'operations.copy']);
/** The least that a record takes in the body of a request. */
const leastChars = 3;
/** Each process takes so small a part of the room that is left unlooked at that all of them together do not fill it. */
const parts = 20;
/** A table that is nearly full is counted with each write, and looked at anew after so long. */
const againMs = 1_000;
const mostKept = 10_000;

/** What a process may still add to a table before it looks at it again. */
type Room = { readonly begun: number; share: number };
type Asked = { readonly tableId: string; readonly records: number };

/** The table that a command adds to, and how many records at most. */
const askedOf = (type: string, payload: unknown): Asked | undefined => {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const tableId = /^\{"tableId":"([^"\\]{1,100})"/.exec(text)?.[1];
  if (tableId === undefined) return undefined;
  if (type !== 'records.create') return { tableId, records: maxRecords };
  // A body that lists no records is one; a name may also be written with escapes.
  const one = !text.includes('records') && !text.includes('\\u');
  return { tableId, records: one ? 1 : Math.min(maxRecords, Math.ceil(text.length / leastChars)) };
};

const madeOf = (answer: unknown): number | undefined => {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { created, appended } = answer as { readonly created?: unknown; readonly appended?: unknown };
  return Array.isArray(created) ? created.length : typeof appended === 'number' ? appended : undefined;
};

/** What was taken of the room for a command, and not needed, is given back. */
const settled = async <R extends { readonly answer: unknown }>(
  room: Room,
  { records }: Asked,
  work: Promise<R>,
): Promise<R> => {
  const result = await work;
  room.share += records - (madeOf(result.answer) ?? records);
  return result;
};

/**
 * A store whose commands know how many records the plan lets a table come to: each that makes some is checked as it is
 * decided. Where several processes write, what is far below the limit is not counted each time: a process adds a small
 * part of the room before it looks again, so that all of them together stay below it.
 */
export const limiting = (
  store: PurgingStore<TablesEvent>,
  {
    plans,
    records,
    clock,
    several,
  }: {
    readonly plans: Plans;
    readonly records: RecordReader;
    readonly clock: Clock;
    readonly several: boolean;
  },
): PurgingStore<TablesEvent> => {
  const rooms = bounded<string, { readonly at: number; readonly room: Promise<Room> }>(mostKept);

  const look = async (organizationId: string, tableId: string, most: number): Promise<Room> => {
    const where = { op: 'and', items: [] } as const;
    const live = await records.count(organizationId, { table: tableId, where, allow: everyRow, sort: [] });
    const share = Math.floor((most - live) / parts);
    return { begun: share, share };
  };
  const roomOf = async (organizationId: string, tableId: string, most: number, wanted: number): Promise<Room> => {
    const key = `${organizationId} ${tableId} ${most}`;
    const known = rooms.get(key);
    if (known !== undefined) {
      const room = await known.room;
      if (room.share >= wanted || (room.begun < wanted && clock() - known.at < againMs)) return room;
    }
    // Who waited beside this one may have looked already.
    const present = rooms.get(key);
    if (present !== undefined && present !== known) return present.room;
    const room = look(organizationId, tableId, most);
    rooms.set(key, { at: clock(), room });
    room.catch(() => rooms.delete(key));
    return room;
  };

  return {
    ...store,
    async execute(command, meta) {
      const { organizationId } = meta.actor;
      if (!growing.has(command.type)) return store.execute(command, meta);
      const { mostRecords } = await plans.allowed(organizationId);
      if (mostRecords === undefined) return store.execute(command, meta);
      const checked = { ...meta, mostRows: mostRecords };
      const asked = several ? askedOf(command.type, command.payload) : undefined;
      if (asked === undefined) return store.execute(command, checked);
      const room = await roomOf(organizationId, asked.tableId, mostRecords, asked.records);
      if (room.share < asked.records) return store.execute(command, checked);
      room.share -= asked.records;
      return settled(room, asked, store.execute(command, meta));
    },
  };
};
