import { button, buttonProperties, labelProps } from '../button-type.ts';
import { idOf, type PropsOf } from '../property.ts';
import type { FieldType } from '../type.ts';

const properties = { ...buttonProperties, linkFieldId: idOf } as const;
type Props = PropsOf<typeof properties>;

/** A button that makes a record in the table of a link field and links its own record to it. */
export const addConnectedRecordBtn: FieldType<Props> = {
  ...button,
  id: 'addConnectedRecordBtn',
  along: true,
  format: {
    takes: 'Nothing: it is a button, and has no value. `props.linkFieldId` is the link field that it adds to.',
    example: null,
  },
  properties,
  props: (input) => ({
    ...labelProps(input),
    ...(input.linkFieldId !== undefined && input.linkFieldId !== '' && { linkFieldId: input.linkFieldId }),
  }),
};
