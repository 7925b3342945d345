import type { FieldError, ReadContext } from '@tessera/fields';
import { isId, type FileValue } from '@tessera/kernel';
import { conflict } from '../refusals.ts';

/** How the API's JSON reads: programs write points and ISO dates, whatever the organization's language. */
export const neutralContext: ReadContext = { decimal: '.', dayFirst: false, timezone: 'UTC' };

/** By shape: an error may come from another copy of the package. */
export const isFieldError = (error: unknown): error is FieldError =>
  error instanceof Error && error.name === 'FieldError';

/**
 * People whom a command names, by reference: what their names and addresses mean ('' for nobody), and how ids are called.
 * A command never carries the list of an organization's members.
 */
export type Named = {
  readonly ids?: Readonly<Record<string, string>> | undefined;
  readonly names?: Readonly<Record<string, string>> | undefined;
  /** Files whom the caller may put into a field, by id; null of one that they may not. */
  readonly files?: Readonly<Record<string, FileValue | null>> | undefined;
  /** By table: the records that texts mean of those that the caller may read, by text. */
  readonly records?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> | undefined;
  /** The zone of the organization; it comes along with whatever else was asked for. */
  readonly timezone?: string | undefined;
};

/** What the writer asks for beside: texts that may name somebody, ids whose names it shows, ids of files, and texts that name records. */
export type Unnamed = {
  readonly texts: readonly string[];
  readonly ids: readonly string[];
  readonly files: readonly string[];
  readonly records?: Readonly<Record<string, readonly string[]>>;
};

/** A command is to be sent again, with what it lacks. */
export const namesNeeded = (lacking: Partial<Unnamed>) =>
  conflict('records.users_needed', { texts: [], ids: [], files: [], ...lacking } satisfies Unnamed);

/** Reads and shows people and files by what came along with a command. */
export type NamedPeople = {
  findFile(id: string): FileValue | undefined;
  findUser(text: string): string | undefined;
  findRecords(text: string, tableId: string): readonly string[];
  userName(id: string): string;
  /** Throws `records.users_needed`, with `Unnamed`, where anybody was asked about of whom nothing came along. */
  check(): void;
};

export const namedPeople = ({ ids = {}, names = {}, files = {}, records = {} }: Named): NamedPeople => {
  const texts = new Set<string>();
  const unknown = new Set<string>();
  const unseen = new Set<string>();
  const linked = new Map<string, Set<string>>();
  return {
    findFile: (id) => {
      if (!Object.hasOwn(files, id)) unseen.add(id);
      return Object.hasOwn(files, id) ? (files[id] ?? undefined) : undefined;
    },
    findUser: (text) => {
      if (!Object.hasOwn(ids, text)) texts.add(text);
      return Object.hasOwn(ids, text) && ids[text] !== '' ? ids[text] : undefined;
    },
    findRecords: (text, tableId) => {
      if (isId(text)) return [text];
      const found = Object.hasOwn(records, tableId) ? records[tableId]! : {};
      if (Object.hasOwn(found, text)) return found[text]!;
      linked.set(tableId, (linked.get(tableId) ?? new Set()).add(text));
      return [];
    },
    userName: (id) => {
      if (!Object.hasOwn(names, id)) unknown.add(id);
      return Object.hasOwn(names, id) ? names[id]! : id;
    },
    check: () => {
      if (texts.size + unknown.size + unseen.size + linked.size > 0)
        throw namesNeeded({
          texts: [...texts],
          ids: [...unknown],
          files: [...unseen],
          records: Object.fromEntries([...linked].map(([tableId, names]) => [tableId, [...names]])),
        });
    },
  };
};

/** What a write says of the people that it names. Without it only ids are read. */
export type SentUsers = { readonly people?: Named | undefined };

/** How a write's body reads. `check` is for after the reading: it asks for people of whom nothing came along. */
export const contextOf = ({ people }: SentUsers): ReadContext & { check(): void } => {
  if (people === undefined) return { ...neutralContext, check: () => undefined };
  const { findUser, findFile, findRecords, check } = namedPeople(people);
  return { ...neutralContext, findUser, findFile, findRecords, check };
};
