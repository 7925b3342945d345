import { kinds } from '@tessera/kernel/kinds';
import { isParts, partColumn } from '@tessera/kernel/cells';
import type { Cell, Operand, PartsCell } from '@tessera/kernel';
import { bases, failures, refuseWrite, shownAs, type Own, type ResultType } from '../formula/result.ts';
import { emptiness, textOperators } from '../operators.ts';
import { countAggregates } from '../shared.ts';
import type { FieldProps, FieldType, FilterOperator } from '../type.ts';

/** UTF-16 units of a list's texts that are searched and compared. */
const longestNames = 30_000;
const freePlaces = 6;

/** Values of linked records as a cell: as JSON, as a text that is searched, and one alone as itself. */
export const listCell = (result: ResultType, values: readonly Cell[]): PartsCell | null => {
  if (values.length === 0) return null;
  const kind = kinds[bases[result].storage];
  const [first] = values;
  return {
    whole: `[${values.map((value) => kind.json(value, false)).join(',')}]`,
    names: values
      .map((value) => String(kind.value(value, true)))
      .join(', ')
      .slice(0, longestNames)
      .toWellFormed(),
    ...(values.length === 1 && result !== 'text' && { value: first as string | number | boolean }),
  };
};

/** The values of such a cell. */
export const listValues = (result: ResultType, cell: Cell | null | undefined): readonly Cell[] => {
  const whole = isParts(cell ?? null) ? (cell as PartsCell)['whole'] : undefined;
  if (typeof whole !== 'string') return [];
  const { read } = kinds[bases[result].storage];
  return (JSON.parse(whole) as readonly unknown[]).flatMap((value) => read(value) ?? []);
};

const emptinessIds = new Set(emptiness.map(({ id }) => id));

/** An operator of a value that asks a part of the list instead. */
const onPart =
  (part: string, storage: Operand['storage'], scale: (props: FieldProps) => number | undefined) =>
  ({ id, value, predicate }: FilterOperator): FilterOperator => ({
    id,
    value,
    predicate: (left, given, props, context) => {
      const places = scale(props);
      return predicate(
        {
          kind: 'field',
          column: partColumn((left as { readonly column: string }).column, part),
          storage,
          ...(places !== undefined && { scale: places }),
        },
        given,
        props,
        context,
      );
    },
  });

const made = new Map<string, FieldType>();

/** What a field that lists values of a result is: answered as a list, compared by its one value or by its text. */
export const listType = (own: Own, result: ResultType, decimals: number | undefined): FieldType => {
  const places = decimals ?? freePlaces;
  const name = `${own.id} ${result} ${places}`;
  const known = made.get(name);
  if (known !== undefined) return known;
  const base = bases[result] as FieldType;
  const scaled = result === 'number' || result === 'duration';
  const scale = result === 'duration' ? (base.scale?.({}) ?? 0) : places;
  const single = result !== 'text';
  const asked = single
    ? base.operators
        .filter(({ id }) => !emptinessIds.has(id))
        .map(onPart('value', base.storage, () => (scaled ? scale : undefined)))
    : textOperators.filter(({ id }) => !emptinessIds.has(id)).map(onPart('names', 'text', () => undefined));
  const type: FieldType = {
    ...own,
    derived: 'ofLinks',
    storage: 'parts',
    parts: {
      whole: { kind: 'text' },
      names: { kind: 'text', searchable: true },
      ...(single && { value: { kind: base.storage as 'text', ...(scaled && { scale }) } }),
    },
    mainPart: single ? 'value' : 'names',
    searchable: true,
    keyable: false,
    conversions: null,
    fromJson: refuseWrite,
    toJson: (cell, props) => listValues(result, cell).map((value) => base.toJson(value, props)),
    fromText: refuseWrite,
    toText: (cell, props, context) =>
      listValues(result, cell)
        .map((value) => shownAs(result, props).toText(value, props, context))
        .join(', '),
    operators: [...asked, ...emptiness, ...failures],
    sortable: true,
    aggregates: countAggregates,
  };
  made.set(name, type);
  return type;
};
