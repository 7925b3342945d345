import { isMoment, isNumber, typeOfField } from '@tessera/fields';
import { type AggregateFunction, type Field, type Id, type Table, useFormats, useTexts } from '@tessera/kit';
import { useCallback, useMemo, useRef, useState } from 'react';
import { averagePlaces, rounded } from '../data/sums.ts';
import { displayText, type Habits } from '../data/values.ts';
import type { FootTotal } from '../grid/view/foot.tsx';
import { sortKind } from './sort-words.ts';
import { tableApi } from './table.resource.ts';
import type { Query } from '../workbench/list.ts';

type Values = ReadonlyMap<Id, { readonly function: AggregateFunction; readonly value: number | string | null }>;

/** The aggregates that a column of this type can show. */
export const totalsOf = (field: Field): readonly AggregateFunction[] => typeOfField(field)?.aggregates ?? [];

/** What a total of a field is called: of what goes by time the least is the earliest. */
export const totalName = (field: Field, fn: AggregateFunction) =>
  sortKind(field) === 'date' && (fn === 'min' || fn === 'max') ? ({ min: 'earliest', max: 'latest' } as const)[fn] : fn;

/** How many days a range is, of what is counted in days or in seconds; undefined for a range of amounts. */
const daysOf = (field: Field, range: number | string): number | undefined => {
  const type = typeOfField(field);
  const kind = type?.parts?.[type.mainPart ?? '']?.kind ?? type?.storage;
  if (kind === undefined || isNumber(kind)) return undefined;
  return isMoment(kind) ? Math.round((Number(range) / 86_400) * 10) / 10 : Number(range);
};

/** A field that is shown, with what it is to come to. */
type Summed = { readonly field: Field; readonly total?: AggregateFunction };

/** What the fields come to; asked apart from the rows and again whenever something changed. */
export const useTotals = (table: Table, habits: Habits) => {
  const t = useTexts('building');
  const formats = useFormats();
  const [values, setValues] = useState<Values>(new Map());
  const asked = useRef<AbortController | null>(null);
  /** Grows whenever the totals are asked for. */
  const [round, setRound] = useState(0);

  const load = useCallback(
    async (columns: readonly Summed[], query: Query): Promise<void> => {
      setRound((before) => before + 1);
      asked.current?.abort();
      const aggregates = columns.flatMap((column) =>
        column.total ? [{ fieldId: column.field.id, function: column.total }] : [],
      );
      if (aggregates.length === 0) return setValues(new Map());
      const abort = new AbortController();
      asked.current = abort;
      try {
        const answer = await tableApi.aggregate(
          table.id,
          { ...(query.filter ? { filter: query.filter } : {}), ...(query.search ? { search: query.search } : {}) },
          aggregates,
          abort.signal,
        );
        if (!abort.signal.aborted) setValues(new Map(answer.map((one) => [one.fieldId, one])));
      } catch {
        // Totals adorn the grid; the next change asks again.
      }
    },
    [table.id],
  );

  const show = useCallback(
    (field: Field, fn: AggregateFunction, value: number | string | null): string => {
      if (value === null) return '';
      if (fn === 'percentFilled') return formats.percent(Number(value) / 100);
      const days = fn === 'range' ? daysOf(field, value) : undefined;
      if (days !== undefined) return t('totals.days', { count: days });
      if (fn === 'average' || fn === 'median')
        return displayText(field, rounded(value, averagePlaces(field)), habits.show);
      if (fn === 'sum' || fn === 'min' || fn === 'max' || fn === 'range') return displayText(field, value, habits.show);
      return typeof value === 'number' ? formats.number(value) : String(value);
    },
    [habits, formats, t],
  );

  const totals = useMemo(() => {
    const shown = new Map<Id, FootTotal>();
    for (const field of table.fields) {
      const found = values.get(field.id);
      if (found)
        shown.set(field.id, {
          label: t(`totals.${totalName(field, found.function)}`),
          value: show(field, found.function, found.value),
        });
    }
    return shown;
  }, [values, table.fields, show, t]);

  const choices = useCallback(
    (column: Summed) => totalsOf(column.field).map((id) => ({ id, label: t(`totals.${totalName(column.field, id)}`) })),
    [t],
  );
  return useMemo(() => ({ totals, load, choices, show, round }), [totals, load, choices, show, round]);
};

export type Totals = ReturnType<typeof useTotals>;
