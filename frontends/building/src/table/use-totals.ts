import { fieldType } from '@tessera/fields';
import { type AggregateFunction, type Field, type Id, type Table, useFormats, useTexts } from '@tessera/kit';
import { useCallback, useMemo, useRef, useState } from 'react';
import { averagePlaces, rounded } from '../data/sums.ts';
import { displayText, type Habits } from '../data/values.ts';
import type { GridColumn } from '../grid/grid.ts';
import type { FootTotal } from '../grid/view/foot.tsx';
import { tableApi } from './table.resource.ts';
import type { Query } from './workbench.ts';

type Values = ReadonlyMap<Id, { readonly function: AggregateFunction; readonly value: number | string | null }>;

/** The aggregates that a column of this type can show. */
export const totalsOf = (field: Field): readonly AggregateFunction[] => fieldType(field.type)?.aggregates ?? [];

/** What the columns come to; asked apart from the rows and again whenever something changed. */
export const useTotals = (table: Table, habits: Habits) => {
  const t = useTexts('building');
  const formats = useFormats();
  const [values, setValues] = useState<Values>(new Map());
  const asked = useRef<AbortController | null>(null);

  const load = useCallback(
    async (columns: readonly GridColumn[], query: Query): Promise<void> => {
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
      if (fn === 'average') return displayText(field, rounded(value, averagePlaces(field)), habits.show);
      if (fn === 'sum' || fn === 'min' || fn === 'max') return displayText(field, value, habits.show);
      return typeof value === 'number' ? formats.number(value) : String(value);
    },
    [habits, formats],
  );

  const totals = useMemo(() => {
    const shown = new Map<Id, FootTotal>();
    for (const field of table.fields) {
      const found = values.get(field.id);
      if (found)
        shown.set(field.id, { label: t(`totals.${found.function}`), value: show(field, found.function, found.value) });
    }
    return shown;
  }, [values, table.fields, show, t]);

  const choices = useCallback(
    (column: GridColumn) => totalsOf(column.field).map((id) => ({ id, label: t(`totals.${id}`) })),
    [t],
  );
  return useMemo(() => ({ totals, load, choices, show }), [totals, load, choices, show]);
};
