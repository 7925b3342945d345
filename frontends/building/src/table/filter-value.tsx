import type { FilterOperator } from '@tessera/fields';
import { Suspense } from 'react';
import { viewOfField } from '../field-types/list.ts';
import type { FilterValueProps } from '../field-types/view.ts';

/** What a condition compares with, typed or chosen as its operator takes it. */
export const FilterValue = ({ kind, ...props }: FilterValueProps & { readonly kind: FilterOperator['value'] }) => {
  const Value = viewOfField(props.field).filterValues[kind];
  if (Value === undefined) return <span />;
  return (
    <Suspense fallback={<span style={{ minHeight: 32 }} />}>
      <Value {...props} />
    </Suspense>
  );
};
