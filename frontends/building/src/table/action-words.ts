import { type Field, type Id, type Table, useTexts } from '@tessera/kit';
import { useCallback } from 'react';
import { displayText, type Habits, isEmpty } from '../data/values.ts';
import type { TableEntry } from './table.resource.ts';

/** An action as far as its words need it. */
export type Told = Pick<TableEntry, 'kind' | 'records' | 'origin'> &
  Partial<Pick<TableEntry, 'fieldNames' | 'label' | 'recordId' | 'recordLabel' | 'value' | 'undoes'>>;

const byKind: Readonly<Record<string, 'added' | 'deleted' | 'restored'>> = {
  recordsCreated: 'added',
  recordsDeleted: 'deleted',
  recordsRestored: 'restored',
};

/** A value of the log as people read it: labels of options, names of people, dates in the reader's zone. */
export const useToldValue = (
  table: Pick<Table, 'fields'>,
  habits: Habits,
): ((fieldId: Id, value: unknown) => string) => {
  const t = useTexts('building');
  return useCallback(
    (fieldId, value) => {
      if (isEmpty(value)) return t('empty');
      const field: Field | undefined = table.fields.find((one) => one.id === fieldId);
      const text = field ? displayText(field, value, habits.show) : '';
      if (text !== '') return text;
      // An option that was deleted since, or a value of a type that the field had before.
      const known = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
      return known && field?.props.options === undefined ? String(value) : t('tools.history.gone');
    },
    [table.fields, habits, t],
  );
};

/**
 * What an action did, in the same words wherever it is told: in the history, and in the toast that took it back.
 * "changed Stage of 20 records to Won".
 */
export const useActionWords = (table: Pick<Table, 'fields'>, habits: Habits): ((entry: Told) => string) => {
  const t = useTexts('building');
  const show = useToldValue(table, habits);
  return useCallback(
    (entry) => {
      const { kind, records: count, recordLabel, recordId, fieldNames = [], value, label } = entry;
      const one = count === 1 && recordId !== undefined ? { record: recordLabel ?? t('unnamed') } : undefined;
      const records = byKind[kind];
      if (records !== undefined) {
        if (records === 'added' && entry.origin === 'import') return t('tools.history.imported', { count });
        return one ? t(`tools.history.${records}Named`, one) : t(`tools.history.${records}`, { count });
      }
      if (kind === 'tableCreated' && entry.origin === 'import' && count > 0)
        return t('tools.history.importedNew', { count });
      if (kind === 'cellsChanged') {
        const [field] = fieldNames;
        if (field === undefined)
          return one ? t('tools.history.editedNamed', one) : t('tools.history.edited', { count });
        const which = one ? { ...one, field } : { count, field };
        const named = one ? 'Named' : '';
        if (value !== undefined && fieldNames.length === 1) {
          const after = show(value.fieldId, value.after);
          if (isEmpty(value.after)) return t(`tools.history.cleared${named}`, which);
          return one && 'before' in value && !isEmpty(value.before)
            ? t('tools.history.changedFromTo', { ...which, before: show(value.fieldId, value.before), after })
            : t(`tools.history.changedTo${named}`, { ...which, after });
        }
        return fieldNames.length > 1
          ? t(`tools.history.changedMore${named}`, { ...which, more: fieldNames.length - 1 })
          : t(`tools.history.changed${named}`, which);
      }
      if (label !== undefined)
        return t([`tools.history.on.${kind}`, `kinds.${kind}`, 'kinds.other'], { name: label, count });
      return t([`kinds.${kind.replaceAll('.', '_')}`, 'kinds.other'], { count });
    },
    [t, show],
  );
};
