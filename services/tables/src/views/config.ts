import { bucketUnits } from '@tessera/kernel';
import { viewTypes, type ViewPart } from '@tessera/proto/views';
import { optionColors } from '@tessera/fields';
import { z } from 'zod';
import { refSchema } from '../http.ts';
import { maxLeaves, type Filter } from '../records/filter.ts';

const part = z.string().min(1).max(40).optional().meta({
  description: 'Of a field whose values have parts: the part that is meant, by its name in the value.',
});

const leaf = z
  .strictObject({ fieldId: refSchema, part, operator: z.string().min(1).max(60), value: z.unknown().optional() })
  .meta({ id: 'FilterCondition' });

/** Of queries alone: a condition on records at the end of links. */
const pathLeaf = z
  .strictObject({
    path: z.array(refSchema).min(2).max(4).meta({
      description:
        'One to three link fields, each in the table that the one before it leads to, and a field at their end.',
    }),
    match: z.enum(['any', 'all', 'none']).optional().meta({
      description:
        'Whether one of the linked records is to match, each of them (one at least), or none; any by default.',
    }),
    part,
    operator: z.string().min(1).max(60),
    value: z.unknown().optional(),
  })
  .meta({ id: 'LinkedCondition' });

/** Groups are written out to their greatest depth, so that no input can nest a validation deeper. */
const nestedOf = (name: string, leaves: readonly [z.ZodType, ...z.ZodType[]]): z.ZodType<Filter> => {
  let nested: z.ZodType = leaves.length === 1 ? leaves[0] : z.union(leaves);
  for (let depth = 2; depth <= 5; depth++)
    nested = z
      .union([
        ...leaves,
        z.strictObject({ and: z.array(nested).max(maxLeaves) }),
        z.strictObject({ or: z.array(nested).max(maxLeaves) }),
      ])
      .meta({ id: depth === 5 ? name : `${name}${depth}` });
  return nested as z.ZodType<Filter>;
};

export const filterSchema = nestedOf('Filter', [leaf]);
export const queryFilterSchema = nestedOf('QueryFilter', [leaf, pathLeaf]);
export const sortSchema = z
  .array(z.strictObject({ fieldId: refSchema, part, order: z.enum(['asc', 'desc']).optional() }))
  .max(10);
export const aggregateFunction = z.enum([
  'count',
  'filled',
  'empty',
  'percentFilled',
  'distinct',
  'sum',
  'average',
  'median',
  'min',
  'max',
  'range',
  'checked',
]);

/** Fields as a view names them, whether it shows or asks them: the parts of both. Which has which is checked in check.ts. */
const entry = z.strictObject({
  fieldId: refSchema,
  hidden: z.boolean().optional(),
  width: z.number().int().min(40).max(2000).optional(),
  total: aggregateFunction.optional(),
  label: z.string().min(1).max(200).optional().meta({
    description: 'Of a form: what the field is called there, where that is not its name.',
  }),
  help: z.string().min(1).max(1000).optional().meta({
    description: 'Of a form: what stands under the field.',
  }),
  default: z.unknown().optional().meta({
    description: 'Of a form: the answer that it begins with, where that is not the default of the field.',
  }),
  page: z.string().min(1).max(200).optional().meta({
    description: 'Of a form: a page of this title begins with the field.',
  }),
  required: z.boolean().optional().meta({
    description: 'Of a form: it is not sent without a value. A field that the table requires is required in each form.',
  }),
});
const entries = new Map<number, z.ZodType>();
const entriesOf = (most: number): z.ZodType => {
  const schema = entries.get(most) ?? z.array(entry).max(most);
  entries.set(most, schema);
  return schema;
};

/** How each kind of part comes over the API. */
const parts: { readonly [Of in ViewPart['of']]: (part: Extract<ViewPart, { of: Of }>) => z.ZodType } = {
  columns: ({ most }) => entriesOf(most),
  questions: ({ most }) => entriesOf(most),
  filter: () => filterSchema,
  sort: () => sortSchema,
  group: ({ most }) =>
    z
      .array(
        z.strictObject({
          fieldId: refSchema,
          order: z.enum(['asc', 'desc']).optional(),
          bucket: z.enum(bucketUnits).optional(),
        }),
      )
      .max(most),
  aggregate: () => z.strictObject({ fieldId: refSchema.optional(), function: aggregateFunction }),
  field: () => refSchema,
  fields: ({ most }) => z.union([refSchema, z.array(refSchema).max(most)]),
  flag: () => z.boolean(),
  text: ({ most }) => z.string().max(most),
  lanes: ({ most }) =>
    z
      .array(
        z.strictObject({
          key: z.string().min(1).max(60).nullable().meta({
            description: 'The id of the option or of the person; null for records without a value.',
          }),
          hidden: z.boolean().optional(),
          folded: z.boolean().optional(),
          color: z.enum(optionColors).optional(),
          limit: z.number().int().min(1).max(100_000).optional().meta({
            description: 'How many records are too many; more are allowed and shown as such.',
          }),
        }),
      )
      .max(most),
  integer: ({ min, max }) => z.number().int().min(min).max(max),
  choice: ({ values }) =>
    values.every((value) => typeof value === 'string') ? z.enum(values) : z.literal([...values]),
  choices: ({ values }) => z.array(z.enum(values)).max(values.length),
};

const schemaOfPart = (part: ViewPart): z.ZodType => (parts[part.of] as (one: ViewPart) => z.ZodType)(part);

/** A part by its name, in whichever of the types: a name may be another part in another type. */
const schemaOfName = (name: string): z.ZodType => {
  const found = viewTypes.flatMap(({ config }) => config[name] ?? []);
  const distinct = [...new Map(found.map((part) => [JSON.stringify(part), part])).values()];
  const different = [...new Set(distinct.map(schemaOfPart))];
  const schema = different.length === 1 ? different[0]! : z.union(different);
  const required = viewTypes.every(({ config }) => {
    const part = config[name];
    return (part?.of === 'columns' || part?.of === 'questions') && part.required === true;
  });
  return required ? schema : schema.optional();
};
const names = [...new Set(viewTypes.flatMap(({ config }) => Object.keys(config)))];

/**
 * How a view shows its table, of whatever type it is: the parts of all types. That a configuration has the parts of its
 * own type is checked where it is saved (check.ts).
 */
export const viewConfig = z
  .strictObject(Object.fromEntries(names.map((name) => [name, schemaOfName(name)])))
  .meta({ id: 'ViewConfig' });
