import { invalid } from '@tessera/kernel';
import { maskAllows, type Grant } from '@tessera/proto/rights';
import { schemaOf, type SchemaField } from '../definitions/schema.ts';
import { draftFieldId, type TableState } from '../definitions/state.ts';
import { isFilterGroup, type Filter } from '../records/filter.ts';

type Config = {
  readonly fields?: readonly { readonly fieldId: string; readonly total?: string | undefined }[];
  readonly filter?: Filter | undefined;
  readonly sort?: readonly { readonly fieldId: string }[] | undefined;
};
type Issue = { readonly path: string; readonly message: string };

/**
 * Refuses a configuration that speaks of fields that are not there, or asks of one what its type cannot do, with the
 * place of each. A column may be of a deleted field, whose width and place come back with it; what is filtered and
 * sorted by must stand in the table now.
 */
export const checkConfig = (table: TableState, grant: Grant, config: object): void => {
  const schema = schemaOf(table);
  const issues: Issue[] = [];
  const path = (parts: readonly (string | number)[]): string => ['body', 'config', ...parts].join('.');
  const seen = (id: string, deleted: boolean): SchemaField | undefined => {
    const field = (deleted ? schema.all : schema.byId).get(id);
    return field !== undefined && maskAllows(grant.fieldMask, id) ? field : undefined;
  };
  const unknown = (id: string, parts: readonly (string | number)[]): void => {
    issues.push({ path: path([...parts, 'fieldId']), message: `There is no field "${id}".` });
  };

  const walk = (filter: Filter, parts: readonly (string | number)[]): void => {
    if (isFilterGroup(filter)) {
      const [word, items] = 'and' in filter ? (['and', filter.and] as const) : (['or', filter.or] as const);
      items.forEach((item, i) => walk(item, [...parts, word, i]));
      return;
    }
    if (filter.fieldId === draftFieldId) return;
    const field = seen(filter.fieldId, false);
    if (field === undefined) unknown(filter.fieldId, parts);
    else if (!field.type.operators.some((one) => one.id === filter.operator))
      issues.push({
        path: path([...parts, 'operator']),
        message: `"${field.name}" has no operator "${filter.operator}".`,
      });
  };

  const { fields = [], filter, sort = [] } = config as Config;
  fields.forEach(({ fieldId, total }, i) => {
    const field = seen(fieldId, true);
    if (field === undefined && fieldId !== draftFieldId) unknown(fieldId, ['fields', i]);
    else if (
      field !== undefined &&
      total !== undefined &&
      !(field.type.aggregates as readonly string[]).includes(total)
    )
      issues.push({ path: path(['fields', i, 'total']), message: `"${field.name}" has no total "${total}".` });
  });
  if (filter !== undefined) walk(filter, ['filter']);
  sort.forEach(({ fieldId }, i) => {
    const field = seen(fieldId, false);
    if (field === undefined && fieldId !== draftFieldId) unknown(fieldId, ['sort', i]);
    else if (field?.type.sortable === false)
      issues.push({ path: path(['sort', i, 'fieldId']), message: `"${field.name}" cannot be sorted by.` });
  });
  if (issues.length > 0) throw invalid('request.invalid', 'The request is not valid.', { issues: issues.slice(0, 50) });
};
