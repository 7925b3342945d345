import type { Id, RecordData } from '@tessera/kit';
import { withBeside } from './links.ts';

/**
 * How a long text begins: lists bring no more of it. It is shown and nothing else: who edits, copies or writes the value
 * reads the whole text first. It cannot be sent, since a request is JSON.
 */
export class CutText {
  readonly start: string;
  constructor(start: string) {
    this.start = start;
  }
  /** Throws always. */
  toJSON(): never {
    throw new TypeError('A cut text is not the value of its cell');
  }
}

/** A value that may be written: JSON of the API, and no cut text. */
export type Value = string | number | boolean | readonly unknown[] | null | undefined;
/** What a list holds of a value. */
export type Shown = Value | CutText;
/** For parameters that take a whole value: a type that may be a cut text does not fit. */
export type NotCut<V> = V & (V extends CutText ? never : unknown);

/** A record as lists hold it. */
export type ShownRecord = Omit<RecordData, 'fields' | 'cut'> & { readonly fields: Readonly<Record<Id, Shown>> };

export const isCut = (value: unknown): value is CutText => value instanceof CutText;

/** Whether something of a record is shown by its beginning only. */
export const hasCut = (record: ShownRecord): boolean => Object.values(record.fields).some(isCut);

/** A record of an answer; texts that it names in `cut` become what cannot be written. */
export const shownRecord = ({ cut, ...record }: RecordData): ShownRecord => {
  const fields = withBeside(record.fields as Record<Id, Value>, record.links) as Record<Id, Value>;
  if (cut === undefined || cut.length === 0) return { ...record, fields };
  const shown: Record<Id, Shown> = { ...fields };
  for (const id of cut) {
    const start = fields[id];
    if (typeof start === 'string') shown[id] = new CutText(start);
  }
  return { ...record, fields: shown };
};

/** Whether two values look alike in a list: of cut texts only the beginning is known. */
export const looksSame = (a: Shown, b: Shown): boolean => {
  if (isCut(a) || isCut(b)) {
    const [one, other] = [a, b].map((value) => (isCut(value) ? value.start : value));
    if (isCut(a) && isCut(b)) return one === other;
    const [whole, cut] = isCut(a) ? [other, one] : [one, other];
    return typeof whole === 'string' && typeof cut === 'string' && whole.startsWith(cut);
  }
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
};
