import { computedTypes } from '../formula/result.ts';
import { filterProperties, linkedProperties } from '../lookup/type.ts';
import type { PropsOf } from '../property.ts';
import type { FieldType } from '../type.ts';

const properties = {
  linkFieldId: linkedProperties.linkFieldId,
  thousands: linkedProperties.thousands,
  ...filterProperties,
} as const;
type Props = PropsOf<typeof properties>;

const own = {
  id: 'count',
  format: {
    takes:
      'Nothing: it is how many records are linked by `props.linkFieldId` that meet `props.filter`, or `{"error": "field_gone"}` where it cannot be computed.',
    example: 3,
  },
  properties,
  props: ({ thousands, ...input }: Partial<Props>): Props => ({ ...input, ...(thousands === true && { thousands }) }),
} satisfies Pick<FieldType<Props>, 'id' | 'format' | 'properties' | 'props'>;

/** How many records are linked. */
export const count: FieldType<Props> = {
  ...computedTypes(own, 'ofLinks').number,
  props: own.props,
  scale: () => 0,
};
