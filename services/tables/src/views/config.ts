import { z } from 'zod';
import { refSchema } from '../http.ts';
import { maxLeaves, type Filter } from '../records/filter.ts';

const leaf = z
  .strictObject({ fieldId: refSchema, operator: z.string().min(1).max(60), value: z.unknown().optional() })
  .meta({ id: 'FilterCondition' });

/** Groups are written out to their greatest depth, so that no input can nest a validation deeper. */
const group = (inner: z.ZodType, depth: number): z.ZodType =>
  z
    .union([
      leaf,
      z.strictObject({ and: z.array(inner).max(maxLeaves) }),
      z.strictObject({ or: z.array(inner).max(maxLeaves) }),
    ])
    .meta({ id: depth === 5 ? 'Filter' : `Filter${depth}` });

let nested: z.ZodType = leaf;
for (let depth = 2; depth <= 5; depth++) nested = group(nested, depth);

export const filterSchema = nested as z.ZodType<Filter>;
export const sortSchema = z
  .array(z.strictObject({ fieldId: refSchema, order: z.enum(['asc', 'desc']).optional() }))
  .max(10);
export const aggregateFunction = z.enum([
  'count',
  'filled',
  'empty',
  'distinct',
  'sum',
  'average',
  'min',
  'max',
  'checked',
]);

/** How a view of type `table` shows its table. */
export const viewConfig = z
  .strictObject({
    fields: z
      .array(
        z.strictObject({
          fieldId: refSchema,
          hidden: z.boolean().optional(),
          width: z.number().int().min(40).max(2000).optional(),
          total: aggregateFunction.optional(),
        }),
      )
      .max(600),
    frozen: z.number().int().min(0).max(50).optional(),
    filter: filterSchema.optional(),
    sort: sortSchema.optional(),
    rowHeight: z.union([z.literal(32), z.literal(48), z.literal(64), z.literal(96)]).optional(),
  })
  .meta({ id: 'ViewConfig' });
