import { resultProperties, resultProps, resultTypes } from '../formula/result.ts';
import { choice, filterOf, idOf, textOf, type PropsOf } from '../property.ts';
import type { FieldType } from '../type.ts';
import { listType } from './values.ts';

/** What fields that are computed from linked records have in common. */
export const linkedProperties = {
  linkFieldId: idOf,
  fieldId: idOf,
  result: choice(...resultTypes),
  ...resultProperties,
} as const;
/** Which of the linked records count; `timezone` is set when it is saved. */
export const filterProperties = { filter: filterOf, timezone: textOf(100, 'America/Sao_Paulo') } as const;
type Props = PropsOf<typeof linkedProperties>;

const own = {
  id: 'lookup',
  format: {
    takes:
      'Nothing: it is a list of the values that the field `props.fieldId` has in the records linked by `props.linkFieldId`, or `{"error": "field_gone"}` where it cannot be computed.',
    example: [12.5, 3],
  },
  properties: linkedProperties,
  props: resultProps as (input: Partial<Props>) => Props,
} satisfies Pick<FieldType<Props>, 'id' | 'format' | 'properties' | 'props'>;

/** The values of a field of the linked records. `result` is set when it is saved. */
export const lookup: FieldType<Props> = {
  ...listType(own, 'text', undefined),
  props: own.props,
  of: ({ result, decimals }) => listType(own, result ?? 'text', decimals),
};
