import { optionLabel, type ResultType } from '@tessera/fields';
import { decimalOf, failure, type FailureCode, type FormulaField, type Scalar, type Value } from '@tessera/formulas';
import { kinds, type Holds } from '@tessera/kernel/kinds';
import { maskAllows, type Grant } from '@tessera/proto/rights';
import type { Schema, SchemaField } from '../definitions/schema.ts';
import { typeInFormula } from './settle.ts';
import { formulaProps } from './types.ts';

/** The `fields` of a record as the store answers them: by field id, decimals as texts. */
export type AnsweredFields = Readonly<Record<string, unknown>>;

const label = (id: unknown, { state }: SchemaField): string => optionLabel(state.props, String(id)) ?? '';

/** How an answered value that is not empty becomes one of a formula; the others are what they are. */
const readers: Partial<Readonly<Record<Holds, (answered: unknown, field: SchemaField) => Scalar>>> = {
  number: (answered) => decimalOf(String(answered)),
  moment: (answered) => Date.parse(String(answered)),
  choice: label,
};

const listReaders: Partial<Readonly<Record<ResultType, (answered: unknown) => Scalar>>> = {
  number: (answered) => decimalOf(String(answered)),
  dateTime: (answered) => Date.parse(String(answered)),
};

const ofSeconds = (answered: unknown): Scalar => Math.round(Number(answered) * 1000);

/** The fields of a table that a reader may see, as a formula names them; to others they are as if they were not there. */
export const formulaFields = (schema: Schema, grant: Grant): readonly FormulaField<AnsweredFields>[] =>
  schema.fields
    .filter(({ id }) => maskAllows(grant.fieldMask, id))
    .map((field) => {
      const result = field.derived ? formulaProps(field.state).result : undefined;
      const listed = field.derived && field.parts !== undefined;
      const read = result === 'duration' ? ofSeconds : listed ? listReaders[result!] : readers[kinds[field.kind].holds];
      return {
        id: field.id,
        name: field.name,
        type: typeInFormula(field.state),
        read: (answered) => {
          const value = answered[field.id];
          if (value === undefined || value === null) return null;
          if (field.derived && typeof value === 'object' && 'error' in value)
            return failure(value.error as FailureCode);
          if (read === undefined) return value as Value;
          return Array.isArray(value) ? value.map((one) => read(one, field)) : read(value, field);
        },
      };
    });
