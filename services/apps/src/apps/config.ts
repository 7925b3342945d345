import { optionColors } from '@tessera/fields';
import { isId } from '@tessera/kernel';
import {
  blockType,
  blockTypes,
  isAddressOf,
  mostAddress,
  textVariables,
  type BlockPart,
  type BlockType,
} from '@tessera/proto/blocks';
import { colorRules } from '@tessera/proto/blocks/figures';
import { z } from 'zod';
import { invalid } from '../refusals.ts';
import type { Block } from './evolve.ts';

const id = z.string().refine(isId, 'not an id');
const maxLeaves = 100;

const leaf = z.strictObject({
  fieldId: z.string().min(1).max(100),
  part: z.string().min(1).max(40).optional(),
  operator: z.string().min(1).max(60),
  value: z.unknown().optional(),
});
/** Groups are written out to their greatest depth, so that no input can nest a validation deeper. */
export const filter = (() => {
  let nested: z.ZodType = leaf;
  for (let depth = 2; depth <= 5; depth++)
    nested = z.union([
      leaf,
      z.strictObject({ and: z.array(nested).max(maxLeaves) }),
      z.strictObject({ or: z.array(nested).max(maxLeaves) }),
    ]);
  return nested;
})();

/** A link of a text leads to a page or to an address of mail, and nowhere where a program would run. */
export const href = z
  .string()
  .max(2000)
  .regex(/^(?:https?:\/\/|mailto:|\/(?![/\\]))/i, 'not a link to a page or to an e-mail address');
const variable = z.union([
  z.strictObject({ of: z.enum(textVariables) }),
  z.strictObject({ of: z.literal('record'), fieldId: z.string().min(1).max(100) }),
]);
const document = z.strictObject({
  blocks: z
    .array(
      z.strictObject({
        kind: z.enum(['heading', 'paragraph', 'bullet', 'number']),
        level: z.number().int().min(1).max(3).optional(),
        runs: z
          .array(
            z.strictObject({
              text: z.string().max(20_000),
              variable: variable.optional(),
              bold: z.boolean().optional(),
              italic: z.boolean().optional(),
              underline: z.boolean().optional(),
              href: href.optional(),
            }),
          )
          .max(500),
      }),
    )
    .max(500),
});

/** How each kind of part comes over the API. */
const parts: { readonly [Of in BlockPart['of']]: (part: Extract<BlockPart, { of: Of }>) => z.ZodType } = {
  table: () => id,
  field: () => z.string().min(1).max(100),
  fields: ({ most }) => z.array(z.string().min(1).max(100)).max(most),
  filter: () => filter,
  sort: () =>
    z
      .array(
        z.strictObject({
          fieldId: z.string().min(1).max(100),
          part: z.string().min(1).max(40).optional(),
          order: z.enum(['asc', 'desc']).optional(),
        }),
      )
      .max(10),
  questions: ({ most }) =>
    z
      .array(
        z.strictObject({
          fieldId: z.string().min(1).max(100),
          hidden: z.boolean().optional(),
          label: z.string().min(1).max(200).optional(),
          help: z.string().min(1).max(1000).optional(),
          page: z.string().min(1).max(200).optional(),
          default: z.unknown().optional(),
          required: z.boolean().optional(),
        }),
      )
      .max(most),
  lanes: ({ most }) =>
    z
      .array(
        z.strictObject({
          key: z.string().min(1).max(60).nullable(),
          hidden: z.boolean().optional(),
          folded: z.boolean().optional(),
          color: z.enum(optionColors).optional(),
          limit: z.number().int().min(1).max(100_000).optional(),
        }),
      )
      .max(most),
  flag: () => z.boolean(),
  text: ({ most }) => z.string().max(most),
  integer: ({ min, max }) => z.number().int().min(min).max(max),
  number: () => z.number(),
  choice: ({ values }) => z.enum(values),
  period: () =>
    z.strictObject({
      dateFieldId: z.string().min(1).max(100),
      kind: z.enum(['all', 'today', 'week', 'month', 'quarter', 'year', 'last7', 'last30']),
    }),
  colors: ({ most }) =>
    z
      .array(
        z.strictObject({
          when: z.enum(colorRules),
          than: z.number(),
          color: z.enum(optionColors),
          label: z.string().min(1).max(40).optional(),
        }),
      )
      .max(most),
  button: () => z.strictObject({ label: z.string().max(60).optional(), tableId: id.optional() }),
  document: () => document,
  axis: () =>
    z.strictObject({
      fieldId: z.string().min(1).max(100),
      bucket: z.enum(['day', 'week', 'month', 'quarter', 'year']).optional(),
    }),
  measure: () =>
    z.strictObject({
      fieldId: z.string().min(1).max(100).optional(),
      function: z.enum(['count', 'sum', 'average', 'median', 'min', 'max', 'filled', 'distinct', 'checked']),
    }),
  app: () => id,
  apps: ({ most }) => z.array(id).max(most),
  blocks: ({ most }) => z.array(id).max(most),
  link: () => href,
  options: ({ most }) => z.array(z.string().min(1).max(60)).max(most),
  address: ({ shows }) =>
    z
      .string()
      .max(mostAddress)
      .refine((text) => isAddressOf(shows, text), `not an address of a ${shows} by https`),
  buttons: ({ most }) => z.array(buttonOfGroup()).max(most),
};
/** A button of several has the parts of a button alone. */
const buttonOfGroup = (): z.ZodType =>
  z.strictObject({
    id: z.string().min(1).max(60),
    ...Object.fromEntries(
      Object.entries(blockType('button')?.config ?? {})
        .filter(([name]) => name !== 'line')
        .map(([name, part]) => [name, schemaOfPart(part).optional()]),
    ),
  });
const schemaOfPart = (part: BlockPart): z.ZodType => (parts[part.of] as (one: BlockPart) => z.ZodType)(part);

/** A block's configuration of each type; every part may be left out, and null takes one back. */
const schemas: ReadonlyMap<string, z.ZodType<Record<string, unknown>>> = new Map(
  blockTypes.map((type) => [
    type.id,
    z.strictObject(
      Object.fromEntries(
        Object.entries(type.config).map(([name, part]) => [name, schemaOfPart(part).nullable().optional()]),
      ),
    ),
  ]),
);
const configSchema = (type: BlockType): z.ZodType<Record<string, unknown>> => schemas.get(type.id)!;

/** Of a configuration as JSON at most: all blocks of an app fit into one commit. */
const mostConfigBytes = 60_000;

/** The type of a block by its name. Throws where there is none. */
export const typeOf = (name: string): BlockType => {
  const type = blockType(name);
  if (type === undefined)
    throw invalid('apps.block_type_unknown', `There is no type of block "${name}".`, { type: name });
  return type;
};

/** A configuration that fits its type. Throws with the place of what does not. */
export const checkedConfig = (type: BlockType, config: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const { type: _type, ...parts } = config;
  const parsed = configSchema(type).safeParse(parts);
  if (!parsed.success)
    throw invalid('request.invalid', {
      issues: parsed.error.issues
        .slice(0, 50)
        .map(({ path, message }) => ({ path: ['body', 'config', ...path.map(String)].join('.'), message })),
    });
  if (JSON.stringify(parsed.data).length > mostConfigBytes) throw invalid('apps.block_too_large');
  return parsed.data;
};

/** A configuration that names no other block: none of them is where a copy goes. */
export const withoutBlocks = (
  type: BlockType,
  config: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(config).filter(([part]) => type.config[part]?.of !== 'blocks'));

/** A block of a type as it is kept. Throws where its configuration does not fit. */
export const newBlock = (id: string, name: string, config: Readonly<Record<string, unknown>>): Block => {
  const type = typeOf(name);
  const kept = Object.entries(checkedConfig(type, config)).filter(([, value]) => value !== null);
  return { id, type: type.id, configJson: JSON.stringify(Object.fromEntries(kept)), configVersion: type.version };
};
