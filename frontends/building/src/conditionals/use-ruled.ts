import type { RuledState } from '@tessera/fields/conditionals';
import type { Id, Table } from '@tessera/kit';
import { useEffect, useState } from 'react';

const plain: RuledState = { hidden: false, required: false, readOnly: false };
const unseen: RuledState = { ...plain, hidden: true };

type Reader = typeof import('./ruled.ts').ruledBy;
let known: Reader | undefined;

/**
 * How the rules of a table have a field of a record with these values. What reads rules comes with the first table that
 * has some; until it is there, what a rule might hide is not shown.
 */
export const useRuled = (
  table: Pick<Table, 'fields' | 'conditionals'>,
  values: Readonly<Record<Id, unknown>>,
): ((id: Id) => RuledState) => {
  const [reader, setReader] = useState<{ readonly read: Reader } | null>(() => (known ? { read: known } : null));
  const needed = table.conditionals.length > 0;
  useEffect(() => {
    if (!needed || reader !== null) return undefined;
    let left = false;
    void import('./ruled.ts').then(({ ruledBy }) => {
      known = ruledBy;
      if (!left) setReader({ read: ruledBy });
    });
    return () => {
      left = true;
    };
  }, [needed, reader]);
  if (!needed) return () => plain;
  if (reader !== null) return reader.read(table, values);
  const named = new Set(
    table.conditionals.flatMap(({ action, fieldIds }) => (action === 'show' || action === 'hide' ? fieldIds : [])),
  );
  return (id) => (named.has(id) ? unseen : plain);
};
