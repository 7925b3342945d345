import { itemsType } from '../items.ts';
import { textOf } from '../property.ts';
import type { FieldType } from '../type.ts';
import { templateOf } from '../template.ts';

const properties = { template: textOf(20_000, '* Sign\nSend') } as const;

const base = itemsType({ id: 'checklist' });

/**
 * Items that each record begins with, ticked in it. Those that the field marks as required are asked for; what a record
 * adds is its own.
 */
export const checklist: FieldType = {
  ...base,
  properties,
  props: (input) => {
    const { template = '' } = input as { readonly template?: string };
    const lines = templateOf(template);
    return lines.length === 0
      ? {}
      : ({ template: lines.map(({ label, required }) => `${required ? '* ' : ''}${label}`).join('\n') } as object);
  },
  begins: (props) => {
    const { template = '' } = props as { readonly template?: string };
    const lines = templateOf(template);
    return lines.length === 0
      ? null
      : base.fromJson(
          lines.map(({ label }, at) => ({ id: String(at + 1), label, checked: false })),
          {},
          { decimal: '.', dayFirst: false, timezone: 'UTC' },
        );
  },
};
