import { ruleActions } from '@tessera/fields/conditionals';
import { propsAnswer, propsInput } from '@tessera/fields/schema';
import { z } from 'zod';
import { idSchema, jsonValue, refSchema, timeSchema } from '../http.ts';

const optionInput = z.strictObject({
  id: idSchema.optional(),
  label: z.string().max(1000),
  color: z.string().max(40).optional(),
});

const props = propsInput(optionInput).meta({ id: 'FieldPropsInput' });

const fieldParts = {
  name: z.string().max(1000),
  props: props.optional(),
  required: z.boolean().optional(),
  unique: z.boolean().optional(),
  description: z.string().max(5000).optional(),
  default: jsonValue.optional().meta({
    description:
      'The value with which new records begin where they say nothing of the field. In its place `props.default_current_user` begins with who creates the record, `props.default_now` with the day, moment or time of creation in the zone of the organization; a field has one of these. A default that is given takes the place of these properties.',
  }),
};
export const fieldInput = z
  .strictObject({ id: idSchema.optional(), type: z.string().max(60), ...fieldParts })
  .meta({ id: 'FieldInput' });
export const fieldChange = z.strictObject({
  ...fieldParts,
  name: fieldParts.name.optional(),
  type: z.string().max(60).optional(),
  removeOptions: z.array(z.string().max(64)).max(1000).optional().meta({
    description:
      'Options to delete, by id. Where records have one, `replacements` must say what takes its place (409 fields.option_in_use). An option that is only left out of props.options stays.',
  }),
  base: z
    .strictObject({
      options: z
        .array(z.strictObject({ id: z.string().max(64), label: z.string().max(1000), color: z.string().max(40) }))
        .max(1000)
        .optional(),
    })
    .optional()
    .meta({
      description:
        'The options as you saw them when you began to edit: what others added, renamed or moved since merges with yours; a label that both changed answers 409 fields.conflict.',
    }),
  replacements: z.record(z.string().max(64), z.string().max(64).nullable()).optional().meta({
    description: 'By id of an option to delete: the option that takes its place in records, or null to empty them.',
  }),
});

const icon = z.string().max(100).optional();
const color = z.string().max(40).optional();
const description = z.string().max(5000).optional();

export const tableInput = z.strictObject({
  id: idSchema.optional(),
  label: z.string().max(1000),
  icon,
  color,
  description,
  fields: z.array(fieldInput).max(500),
  uniqueField: z.string().max(1000).optional(),
});
export const tableChange = z.strictObject({
  label: z.string().max(1000).optional(),
  icon,
  color,
  description,
  labelFieldId: refSchema.optional(),
  uniqueFieldId: refSchema.nullable().optional(),
});

export const fieldSchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    type: z.string(),
    props: propsAnswer,
    required: z.boolean(),
    unique: z.boolean(),
    description: z.string(),
    default: jsonValue.optional(),
    readOnly: z.literal(true).optional().meta({ description: 'Your role does not let you change its values.' }),
  })
  .meta({ id: 'Field' });

export const viewSchema = z
  .strictObject({
    id: z.string(),
    type: z.string(),
    label: z.string(),
    personal: z.boolean(),
    version: z.number().meta({ description: 'Rises with each change of the view; for `If-Match`.' }),
    config: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'View' });

export const ruleSchema = z
  .strictObject({
    id: z.string().min(1).max(40),
    action: z.enum(ruleActions),
    fieldIds: z.array(refSchema).max(50),
    match: z.enum(['and', 'or']),
    conditions: z
      .array(
        z.strictObject({
          fieldId: refSchema,
          part: z.string().min(1).max(40).optional(),
          operator: z.string().min(1).max(60),
          value: jsonValue.optional(),
        }),
      )
      .max(20),
    off: z.boolean().optional(),
  })
  .meta({ id: 'ConditionalRule' });

/** A form of a table: the configuration of a form view, or true for one that asks for every field. */
export const formAnswer = z.union([z.literal(true), z.record(z.string(), z.unknown())]);

export const tableSchema = z
  .strictObject({
    id: z.string(),
    label: z.string(),
    icon: z.string(),
    color: z.string(),
    description: z.string(),
    version: z.number(),
    labelFieldId: z.string().nullable(),
    uniqueFieldId: z.string().nullable(),
    fields: z.array(fieldSchema),
    views: z.array(viewSchema),
    conditionals: z
      .array(ruleSchema)
      .meta({ description: 'Rules about fields; those that ask of a field that you do not see are not told' }),
    creationForm: formAnswer.meta({
      description: 'The form for new records; true where the table has none of its own',
    }),
    updateForm: formAnswer.meta({ description: 'The form for records that are there; true where there is none' }),
    access: z.enum(['view', 'edit', 'full']),
    rights: z.strictObject({
      canManageFieldsAndConfig: z.boolean(),
      canCreateRecords: z.boolean(),
      canEditRecords: z.boolean(),
      canDeleteRecords: z.boolean(),
      canManageViews: z.boolean(),
      isReadOnly: z.boolean(),
    }),
    createdAt: timeSchema,
    updatedAt: timeSchema,
  })
  .meta({ id: 'Table' });

export const tableEntrySchema = z
  .strictObject({
    id: z.string(),
    label: z.string(),
    icon: z.string(),
    color: z.string(),
    createdAt: timeSchema,
    updatedAt: timeSchema,
    access: z.enum(['view', 'edit', 'full']),
  })
  .meta({ id: 'TableEntry' });
