import { isChoice, kinds, typeOfField } from '@tessera/fields';
import { type Field, type Table, type User, useFormats, type ViewConfig } from '@tessera/kit';
import { useMemo } from 'react';
import type { ShownRecord } from '../../data/cut-text.ts';
import { displayText, isEmpty } from '../../data/values.ts';
import { viewOfField } from '../../field-types/list.ts';
import { entriesOf, thumbnailOf } from '../../field-types/parts/files/kinds.ts';
import type { CardPart, CellContext } from '../../field-types/view.ts';
import { shownEntries } from '../../workbench/view-state.ts';
import type { Work } from '../../workbench/use-workbench.ts';

/** What of a table's fields stands where on a card. */
export type CardParts = {
  readonly label: Field | undefined;
  readonly caption: Field | undefined;
  readonly chips: readonly Field[];
  readonly person: Field | undefined;
  readonly date: Field | undefined;
  readonly amount: Field | undefined;
  /** Further fields that the view names, a line each. */
  readonly more: readonly Field[];
  readonly cover: Field | undefined;
};

/** Further lines of a card at most. */
const mostLines = 4;

const isPicture = (field: Field): boolean => {
  const type = typeOfField(field);
  return type !== undefined && kinds[type.storage].holds === 'files';
};

/** Whether a field may give cards their pictures. */
export const givesCover = isPicture;

/** `without`: fields that are told beside the card, as a board's columns are. */
export const cardParts = (
  table: Pick<Table, 'fields' | 'labelFieldId'>,
  config: ViewConfig,
  without: readonly string[],
): CardParts => {
  const [label, ...all] = shownEntries(table, config).map(({ field }) => field);
  const others = all.filter(({ id }) => !without.includes(id));
  const of = (part: CardPart): readonly Field[] => others.filter((field) => viewOfField(field).card?.part === part);
  const first = (part: CardPart): Field | undefined =>
    of(part).find((field) => viewOfField(field).card?.yields !== true) ?? of(part)[0];
  // Several options are chips as one is.
  const chips = others.filter(
    (field) =>
      (viewOfField(field).card?.part === 'chips' || isChoice(typeOfField(field)?.storage)) && !isPicture(field),
  );
  const [caption, person, date, amount] = [first('caption'), first('person'), first('date'), first('amount')];
  const used = new Set<Field | undefined>([caption, person, date, amount, ...chips, ...others.filter(isPicture)]);
  // A view that names no field shows the best of all; one that names some shows each of them.
  const named = new Set((config.fields ?? []).filter(({ hidden }) => hidden !== true).map(({ fieldId }) => fieldId));
  const more = others.filter((field) => !used.has(field) && named.has(field.id)).slice(0, mostLines);
  const cover = table.fields.find(({ id }) => id === config['cover']);
  return { label, caption, chips, person, date, amount, more, cover };
};

/** What draws cards of a table: their parts, and the values of a record in them. */
export const useCard = (
  table: Table,
  config: ViewConfig,
  work: Work,
  users: readonly User[],
  without: readonly string[],
) => {
  const formats = useFormats();
  const { bench, habits } = work;
  const left = without.join();
  const parts = useMemo(() => cardParts(table, config, left.split(',')), [table, config, left]);
  return useMemo(() => {
    const byId = new Map(users.map((user) => [user.id, user]));
    const context: CellContext = {
      show: habits.show,
      user: (id) => byId.get(id),
      relative: (value) => formats.fromToday(value),
      inset: 0,
    };
    const value = (record: ShownRecord, field: Field | undefined): unknown =>
      field === undefined ? undefined : bench.value(record, field.id);
    return {
      parts,
      context,
      value,
      has: (record: ShownRecord, field: Field | undefined): field is Field =>
        field !== undefined && !isEmpty(value(record, field)),
      text: (record: ShownRecord, field: Field | undefined): string =>
        field === undefined ? '' : displayText(field, value(record, field), habits.show),
      /** The address of the picture that the card begins with. */
      picture: (record: ShownRecord): string | undefined => {
        for (const file of entriesOf(value(record, parts.cover))) {
          const source = thumbnailOf(file);
          if (source !== undefined) return source;
        }
        return undefined;
      },
    };
  }, [parts, users, habits, formats, bench]);
};

export type CardDrawing = ReturnType<typeof useCard>;
