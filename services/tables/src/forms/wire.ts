import type { Grant } from '@tessera/proto/rights';
import type { TableForm, TableState } from '../definitions/state.ts';
import { shownConfig } from '../views/shown.ts';

/** The configuration of a form view; true where the table has no form of its own, and every field is asked for. */
export type FormWire = true | Readonly<Record<string, unknown>>;

/** A form as its reader may see it: without what it says of fields that are hidden from them. */
export const formWire = (table: TableState, name: TableForm, grant: Grant): FormWire => {
  const own = table.forms?.[name];
  return own === undefined ? true : shownConfig({ type: formType, ...own }, table, grant);
};

/** Forms are configured as views of this type are. */
export const formType = 'form';
