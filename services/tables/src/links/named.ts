import { recordIdColumn, type Operand, type Predicate } from '@tessera/kernel';

export const idOperand: Operand = { kind: 'field', column: recordIdColumn, storage: 'user' };

/** Records by their ids. */
export const named = (ids: readonly string[]): Predicate => ({ op: 'in', left: idOperand, values: ids });
