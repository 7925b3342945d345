import { choice, textOf, type PropsOf } from '../property.ts';
import { computedTypes, resultProperties, resultProps, resultTypes } from './result.ts';
import type { FieldType } from '../type.ts';

const properties = {
  formula: textOf(10_000, '{Price} * {Quantity}'),
  result: choice(...resultTypes),
  timezone: textOf(100, 'America/Sao_Paulo'),
  locale: textOf(35, 'pt-BR'),
  ...resultProperties,
} as const;
type Props = PropsOf<typeof properties>;

const own = {
  id: 'formula',
  format: {
    takes:
      'Nothing: it is computed by `props.formula`, such as `{Price} * {Quantity}`. Its values are those of its result, or `{"error": "division_by_zero"}` where one cannot be computed.',
    example: 59.97,
  },
  properties,
  props: resultProps as (input: Partial<Props>) => Props,
} satisfies Pick<FieldType<Props>, 'id' | 'format' | 'properties' | 'props'>;

const byResult = computedTypes(own);

/**
 * A value that a formula over the fields of its record makes. `formula` names fields by their ids where it is kept, by
 * their names in the API; `result`, `timezone` and `locale` are set when it is saved.
 */
export const formula: FieldType<Props> = {
  ...byResult.text,
  props: own.props,
  of: ({ result }) => byResult[result ?? 'text'],
};
