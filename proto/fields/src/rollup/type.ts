import { computedTypes, resultProps } from '../formula/result.ts';
import { filterProperties, linkedProperties } from '../lookup/type.ts';
import { rollupFunctions } from '../lookup/functions.ts';
import { listType } from '../lookup/values.ts';
import { choice, type PropsOf } from '../property.ts';
import type { FieldType } from '../type.ts';

const properties = {
  ...linkedProperties,
  ...filterProperties,
  function: choice(...rollupFunctions),
} as const;
type Props = PropsOf<typeof properties>;

const own = {
  id: 'rollup',
  format: {
    takes:
      'Nothing: it is what `props.function` makes of the values that the field `props.fieldId` has in the records linked by `props.linkFieldId` that meet `props.filter`, or `{"error": "field_gone"}` where it cannot be computed.',
    example: 59.97,
  },
  properties,
  props: resultProps as (input: Partial<Props>) => Props,
} satisfies Pick<FieldType<Props>, 'id' | 'format' | 'properties' | 'props'>;

const byResult = computedTypes(own, 'ofLinks');

/** One value that a function makes of those of linked records. `result` is set when it is saved. */
export const rollup: FieldType<Props> = {
  ...byResult.text,
  props: own.props,
  of: ({ result = 'text', decimals, function: made }) =>
    made === 'unique' ? listType(own, result, decimals) : byResult[result],
};
