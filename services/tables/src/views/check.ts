import { isChoice, isDated, isPerson, isRejection, type StorageKind } from '@tessera/kernel';
import { isWritten } from '@tessera/fields';
import { maskAllows, type Grant } from '@tessera/proto/rights';
import { idsOf, misfitOf, partsOf, viewType, type ViewType } from '@tessera/proto/views';
import { checkDefault } from '../definitions/fields.ts';
import { orderOperand, partOperand, schemaOf, type SchemaField } from '../definitions/schema.ts';
import { draftFieldId, type TableState } from '../definitions/state.ts';
import { groupable, type GroupBy } from '../records/levels.ts';
import { isFilterGroup, operatorsOf, type Filter } from '../records/filter.ts';
import { invalid } from '../refusals.ts';

type Column = {
  readonly fieldId: string;
  readonly part?: string | undefined;
  readonly total?: string | undefined;
};
type Aggregate = { readonly fieldId?: string; readonly function: string };
type Question = { readonly fieldId: string; readonly default?: unknown };

/** Why a field does not begin with a value; undefined where it may. */
const refusedDefault = ({ state }: SchemaField, value: unknown): string | undefined => {
  try {
    checkDefault(state.type, state.props, { default: value });
    return undefined;
  } catch (error) {
    if (!isRejection(error)) throw error;
    return error.message;
  }
};

/** What a view says of a field that it shows, and of one that it asks for. */
const told = {
  columns: ['hidden', 'width', 'total'],
  questions: ['hidden', 'label', 'help', 'page', 'required', 'default'],
} as const;

/** What a part may ask of a field, and how that is told. */
const holds = { choice: (kind: StorageKind) => isChoice(kind) || isPerson(kind), day: isDated } as const;
const taken = { choice: 'options and no people', day: 'days' } as const;

type Issue = { readonly path: string; readonly message: string };

/**
 * Refuses a configuration that speaks of fields that are not there, or asks of one what its type cannot do, with the
 * place of each; answers the type that it fits. `shows`: a question may be of a field that nobody writes, and is shown then. A column may be of a deleted field, whose width and place come back with it; what is filtered and
 * sorted by must stand in the table now.
 */
export const checkConfig = (
  table: TableState,
  grant: Grant,
  typeId: string,
  config: object,
  { shows = false }: { readonly shows?: boolean } = {},
): ViewType => {
  const type = viewType(typeId);
  if (type === undefined)
    throw invalid('views.type_unknown', `There is no type of view "${typeId}".`, { type: typeId });
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
    else if (filter.part !== undefined && partOperand(field, filter.part) === undefined)
      issues.push({ path: path([...parts, 'part']), message: `"${field.name}" has no part "${filter.part}".` });
    else if (!operatorsOf(field, filter.part).some((one) => one.id === filter.operator))
      issues.push({
        path: path([...parts, 'operator']),
        message: `"${field.name}" has no operator "${filter.operator}".`,
      });
  };

  const given = config as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(given))
    if (type.config[name] === undefined)
      issues.push({ path: path([name]), message: `A view of type "${typeId}" has no "${name}".` });
  for (const [name, part] of Object.entries(type.config)) {
    const value = given[name];
    const misfit =
      value !== undefined
        ? misfitOf(part, value)
        : 'required' in part && part.required === true
          ? 'It is required.'
          : undefined;
    if (misfit !== undefined) issues.push({ path: path([name]), message: misfit });
  }
  for (const [name, part] of Object.entries(type.config)) {
    if (part.of !== 'field' && part.of !== 'fields') continue;
    for (const id of idsOf(given[name])) {
      if (id === draftFieldId) continue;
      const field = seen(id, true);
      if (field === undefined) issues.push({ path: path([name]), message: `There is no field "${id}".` });
      else if (part.takes !== undefined && !holds[part.takes](orderOperand(field).storage))
        issues.push({ path: path([name]), message: `"${field.name}" has no ${taken[part.takes]}.` });
    }
  }
  for (const name of partsOf(typeId, 'columns'))
    ((given[name] ?? []) as readonly Column[]).forEach(({ fieldId, total }, i) => {
      const field = seen(fieldId, true);
      if (field === undefined && fieldId !== draftFieldId) unknown(fieldId, [name, i]);
      else if (
        field !== undefined &&
        total !== undefined &&
        !(field.type.aggregates as readonly string[]).includes(total)
      )
        issues.push({ path: path([name, i, 'total']), message: `"${field.name}" has no total "${total}".` });
    });
  for (const name of partsOf(typeId, 'aggregate')) {
    const value = given[name] as Aggregate | undefined;
    if (value === undefined) continue;
    const field = value.fieldId === undefined ? undefined : seen(value.fieldId, true);
    if (value.fieldId !== undefined && field === undefined) unknown(value.fieldId, [name]);
    else if (!(field === undefined ? ['count'] : (field.type.aggregates as readonly string[])).includes(value.function))
      issues.push({
        path: path([name, 'function']),
        message:
          field === undefined
            ? 'Records without a field are counted.'
            : `"${field.name}" has no total "${value.function}".`,
      });
  }
  for (const kind of ['columns', 'questions'] as const)
    for (const name of partsOf(typeId, kind))
      ((given[name] ?? []) as readonly Column[]).forEach((column, i) => {
        for (const key of Object.keys(column))
          if (key !== 'fieldId' && !(told[kind] as readonly string[]).includes(key))
            issues.push({
              path: path([name, i, key]),
              message: `A field of a view of type "${typeId}" has no "${key}".`,
            });
      });
  for (const name of partsOf(typeId, 'questions')) {
    const asked = new Set<string>();
    ((given[name] ?? []) as readonly Question[]).forEach(({ fieldId, default: value }, i) => {
      const field = seen(fieldId, true);
      const refused = field && isWritten(field.type) ? refusedDefault(field, value) : undefined;
      if (refused !== undefined) issues.push({ path: path([name, i, 'default']), message: refused });
      if (field === undefined) unknown(fieldId, [name, i]);
      else if (!shows && !isWritten(field.type))
        issues.push({ path: path([name, i, 'fieldId']), message: `"${field.name}" is written by nobody.` });
      else if (asked.has(fieldId))
        issues.push({ path: path([name, i, 'fieldId']), message: `"${field.name}" is asked for once already.` });
      asked.add(fieldId);
    });
  }
  for (const name of partsOf(typeId, 'filter')) if (given[name] !== undefined) walk(given[name] as Filter, [name]);
  for (const name of partsOf(typeId, 'sort'))
    ((given[name] ?? []) as readonly Column[]).forEach(({ fieldId, part }, i) => {
      const field = seen(fieldId, false);
      if (field === undefined && fieldId !== draftFieldId) unknown(fieldId, [name, i]);
      else if (field?.type.sortable === false)
        issues.push({ path: path([name, i, 'fieldId']), message: `"${field.name}" cannot be sorted by.` });
      else if (field !== undefined && part !== undefined && partOperand(field, part) === undefined)
        issues.push({ path: path([name, i, 'part']), message: `"${field.name}" has no part "${part}".` });
    });
  for (const name of partsOf(typeId, 'group'))
    ((given[name] ?? []) as readonly GroupBy[]).forEach(({ fieldId, bucket }, i) => {
      const field = seen(fieldId, false);
      if (field === undefined) unknown(fieldId, [name, i]);
      else if (!groupable(field, bucket))
        issues.push({ path: path([name, i, 'fieldId']), message: `"${field.name}" cannot be grouped by.` });
    });
  if (issues.length > 0) throw invalid('request.invalid', { issues: issues.slice(0, 50) });
  return type;
};
