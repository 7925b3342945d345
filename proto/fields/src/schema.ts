import { z } from 'zod';
import { fieldTypes } from './list.ts';
import type { Property } from './property.ts';
import type { FieldProps } from './type.ts';

/** How callers give properties: those of every type, each optional; options as the route takes them. */
type PropsInput<Option extends z.ZodType> = {
  readonly [Name in Exclude<keyof FieldProps, 'options'>]?: FieldProps[Name] | undefined;
} & { readonly options?: z.output<Option>[] | undefined };

/** What a route answers as the properties of a field, of whichever type. */
export const propsAnswer = z.record(z.string(), z.unknown()).meta({ id: 'FieldProps' });

const schemaOf = (property: Property, option: z.ZodType): z.ZodType => {
  switch (property.kind) {
    case 'whole':
      return z.number().int().min(property.least).max(property.most);
    case 'flag':
      return z.boolean();
    case 'text':
      return z.string().max(property.longest);
    case 'choice':
      return z.enum(property.among);
    case 'ids':
      return z.array(z.string().max(64)).max(property.most);
    case 'filter':
      return z.record(z.string().max(64), z.unknown());
    case 'group':
      return z.strictObject(
        Object.fromEntries(Object.entries(property.of).map(([name, one]) => [name, schemaOf(one, option).optional()])),
      );
    case 'options':
      return z.array(option).max(1000);
  }
};

/**
 * What a route takes as the properties of a field, of whichever type; `option` is how it takes an option. Properties
 * that no type describes are refused. Throws where two types describe a property of one name differently: callers
 * could not know which is meant.
 */
export const propsInput = <Option extends z.ZodType>(
  option: Option,
  types: readonly Pick<(typeof fieldTypes)[number], 'id' | 'properties'>[] = fieldTypes,
): z.ZodType<PropsInput<Option>> => {
  const described = new Map<string, Property>();
  for (const type of types)
    for (const [name, property] of Object.entries(type.properties)) {
      const other = described.get(name);
      if (other !== undefined && JSON.stringify(other) !== JSON.stringify(property))
        throw new Error(`the type ${type.id} describes its property ${name} otherwise than another type`);
      described.set(name, property);
    }
  const shape = Object.fromEntries(
    [...described].map(([name, property]) => [name, schemaOf(property, option).optional()]),
  );
  return z.strictObject(shape) as unknown as z.ZodType<PropsInput<Option>>;
};
