import type { Into } from '../access/tables.ts';
import type { Checked } from './analyses.ts';
import { unfilled, type IntoColumn } from './into.ts';
import type { ProposedColumn } from './propose.ts';

export const refusedOf = ({ required, repeated, taken }: Checked) =>
  Object.entries({ required, repeated, taken }).flatMap(([reason, list]) =>
    list.map(({ fieldId, count, rows }) => ({
      field: fieldId,
      reason: reason as 'required' | 'repeated' | 'taken',
      count,
      rows: [...rows],
    })),
  );

export const shownTable = (into: Into, columns: readonly IntoColumn[], checked: Checked) => ({
  id: into.id,
  label: into.label,
  fields: into.fields.map(({ id: fieldId, name, type, required, unique }) => ({
    id: fieldId,
    name,
    type,
    required,
    unique,
  })),
  mayAddOptions: into.mayAddOptions,
  mayAddFields: into.mayAddFields,
  unfilled: unfilled(into, columns).map((field) => field.id),
  refused: refusedOf(checked),
  leftOut: checked.leftOut,
  unchecked: checked.unchecked,
});

/** The columns that fill a field, with what the reading of the whole file says of them. */
export const withChecked = (columns: readonly IntoColumn[], { fits, emptied }: Checked): readonly IntoColumn[] => {
  let at = 0;
  return columns.map((one) => {
    if (one.field === undefined) return one;
    const place = at++;
    return { ...one, fit: fits[place]!, emptied: emptied[place]! };
  });
};

export const changedIn = (columns: readonly ProposedColumn[]) => {
  const taken = columns.filter((column) => !column.deleted);
  return {
    emptied: taken.reduce((sum, column) => sum + column.emptied, 0),
    rounded: taken.reduce((sum, column) => sum + column.fit.rounded, 0),
    joined: taken.reduce((sum, column) => sum + column.fit.joined, 0),
    altered: taken.reduce((sum, column) => sum + column.fit.altered, 0),
  };
};

export const shownColumn = (column: ProposedColumn, into: IntoColumn | undefined) => {
  const {
    key,
    name,
    source,
    type,
    proposedType,
    props,
    readAs,
    deleted,
    hidden,
    ambiguous,
    staysText,
    samples,
    replacements,
    fit,
    emptied,
  } = column;
  return {
    key,
    name,
    header: source.header,
    nameProblem: source.problem ?? null,
    type,
    proposedType,
    props,
    readAs,
    deleted,
    hidden,
    fit: { ...fit, misfits: [...fit.misfits], alterations: [...fit.alterations] },
    emptied,
    ambiguous: ambiguous ?? null,
    staysText: staysText ?? null,
    samples: [...samples],
    replacements: [...replacements],
    field: into?.newField === true ? null : (into?.field?.id ?? null),
    newField: into?.newField ?? false,
    asTable: column.asTable,
    repeats: column.repeats ?? null,
    createOptions: into?.createOptions ?? false,
    missingOptions: (into?.missing ?? []).slice(0, 100).map((option) => option.label),
    missingCount: into?.missing.length ?? 0,
  };
};
