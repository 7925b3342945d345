import { fieldType, isWritten, readProps, type FieldType } from '@tessera/fields';
import { isId as isIdText } from '@tessera/kernel';
import type { Field, View } from '@tessera/proto/tables/v1/events';
import type { Program } from '@tessera/proto/automations';
import type { AppDraft } from '../apps/evolve.ts';
import { portableProgram } from './programs.ts';
import type { Template, TemplateField, TemplateRecord, TemplateTable } from './schema.ts';

/** A table as it stands, with some of its records: values by the ids of fields, as JSON has them. */
export type SourceTable = {
  readonly id: string;
  readonly label: string;
  readonly color: string;
  readonly description: string;
  readonly labelFieldId: string;
  readonly fields: readonly Field[];
  readonly views: readonly Pick<View, 'id' | 'type' | 'label' | 'configJson'>[];
  readonly records: readonly { readonly id: string; readonly values: Readonly<Record<string, unknown>> }[];
};
export type SourceApp = { readonly id: string; readonly draft: AppDraft };
/** What is made of what stands there; all else are words. */
type Parts = { readonly tables: unknown; readonly apps: unknown; readonly automations: unknown };
/** An automation as its draft stands. */
export type SourceAutomation = { readonly label: string; readonly program: Program };
export type Words = Omit<Template, keyof Parts>;

const isId = (text: string): boolean => isIdText(text);
type Props = Readonly<Record<string, unknown>>;
type Owning = {
  readonly tableId: string;
  readonly multiple?: boolean;
  readonly other?: { readonly [part: string]: unknown };
};

const typeOf = (field: Field): FieldType | undefined => {
  const type = fieldType(field.type);
  return type?.of?.(readProps(field.type, field)) ?? type;
};
const propsOf = (field: Field): Props => readProps(field.type, field) as Props;
const inFormula = /\{([0-9a-z]{26})\}/g;
/** What leads back to where it came from, and is made anew. */
const madeAnew = new Set(['viewId', 'referenceFieldId', 'options', 'ofFieldId']);
/** Entries of lists that may go without the rest meaning something else: columns, not conditions. */
const mayLack = new Set([
  'fields',
  'sort',
  'group',
  'kanban_columns',
  'gantt_table_fields',
  'pickerFields',
  'questions',
]);

/** A name of a part, made from its label: unlike those that are taken, and then taken itself. */
const keyOf = (label: string, taken: Set<string>): string => {
  const words = label
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .split(' ');
  const joined = words
    .map((word, at) => (at === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
  const start = /^[a-z]/.test(joined) ? joined.slice(0, 32) : `x${joined.slice(0, 31)}`;
  let key = start;
  for (let more = 2; taken.has(key); more++) key = `${start}${more}`;
  taken.add(key);
  return key;
};

/** The ids that a value names. */
const idsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return isId(value) ? [value] : [...value.matchAll(inFormula)].map(([, id]) => id!);
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    madeAnew.has(name) || name === 'pickerFields' ? [] : idsIn(one),
  );
};

/** Ids by how a template refers to them, and fields by what formulas call them. */
type Known = { readonly refs: ReadonlyMap<string, string>; readonly names: ReadonlyMap<string, string> };
class Unknown extends Error {}

const referred = (value: unknown, known: Known, within = ''): unknown => {
  if (typeof value === 'string') {
    if (isId(value)) {
      const ref = known.refs.get(value);
      if (ref === undefined) throw new Unknown(value);
      return ref;
    }
    const text = value.replaceAll(inFormula, (_, id: string) => `{${known.names.get(id) ?? ''}}`);
    return text.startsWith('@') ? `@${text}` : text;
  }
  if (Array.isArray(value))
    return value.flatMap((one) => {
      try {
        return [referred(one, known)];
      } catch (error) {
        if (error instanceof Unknown && mayLack.has(within)) return [];
        throw error;
      }
    });
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (madeAnew.has(name) ? [] : [[name, referred(one, known, name)]])),
  );
};

/** Without what refers to something that is not taken along. */
const referredOrNothing = (value: unknown, known: Known): unknown => {
  try {
    return referred(value, known);
  } catch (error) {
    if (error instanceof Unknown) return undefined;
    throw error;
  }
};

/** Tables in an order in which links lead to earlier ones, as far as there is one. */
const ordered = (tables: readonly SourceTable[]): readonly SourceTable[] => {
  const left = [...tables];
  const out: SourceTable[] = [];
  const targets = ({ id, fields }: SourceTable): readonly string[] =>
    fields.flatMap((field) => {
      if (fieldType(field.type)?.links !== 'owning') return [];
      const { tableId } = propsOf(field) as unknown as Owning;
      return tableId === id ? [] : [tableId];
    });
  while (left.length > 0) {
    const at = left.findIndex((table) => targets(table).every((id) => !left.some((one) => one.id === id)));
    out.push(...left.splice(Math.max(at, 0), 1));
  }
  return out;
};

/**
 * A template of tables and apps as they stand. What belongs to nobody else goes along: no person, no file, no link to
 * what stays behind, and nothing that is computed from these.
 */
export const templateOfSource = (
  words: Words,
  sources: readonly SourceTable[],
  apps: readonly SourceApp[],
  automations: readonly SourceAutomation[] = [],
): Template => {
  const tables = ordered(sources);
  const tableIds = new Set(tables.map(({ id }) => id));
  const byId = new Map(tables.flatMap(({ fields }) => fields.map((field) => [field.id, field] as const)));
  const isCandidate = (field: Field): boolean => {
    const type = typeOf(field);
    return type !== undefined && type.system === undefined && type.links !== 'other';
  };
  let kept = new Set(tables.flatMap(({ fields }) => fields.filter(isCandidate).map(({ id }) => id)));
  const optionsOf = (field: Field) =>
    (propsOf(field)['options'] ?? []) as readonly {
      readonly id: string;
      readonly label: string;
      readonly color: string;
    }[];
  const ownerOf = (field: Field): string | undefined => propsOf(field)['ofFieldId'] as string | undefined;
  for (let before = -1; before !== kept.size;) {
    before = kept.size;
    const there = (id: string): boolean => {
      const field = byId.get(id);
      if (field === undefined)
        return (
          tableIds.has(id) || [...kept].some((one) => optionsOf(byId.get(one)!).some((option) => option.id === id))
        );
      const owner = ownerOf(field);
      return kept.has(owner ?? id);
    };
    kept = new Set([...kept].filter((id) => idsIn(propsOf(byId.get(id)!)).every(there)));
  }

  const refs = new Map<string, string>();
  const names = new Map<string, string>([...byId].map(([id, { name }]) => [id, name]));
  const taken = new Set<string>();
  const keys = new Map<string, string>();
  for (const table of tables) {
    const key = keyOf(table.label, taken);
    keys.set(table.id, key);
    refs.set(table.id, `@${key}`);
    const own = new Set<string>();
    for (const field of table.fields) {
      if (!kept.has(field.id)) continue;
      const fieldKey = keyOf(field.name, own);
      keys.set(field.id, fieldKey);
      refs.set(field.id, `@${key}.${fieldKey}`);
      const options = new Set<string>();
      for (const option of optionsOf(field)) {
        const optionKey = keyOf(option.label, options);
        keys.set(option.id, optionKey);
        refs.set(option.id, `@${key}.${fieldKey}.${optionKey}`);
      }
    }
    for (const [at, { id }] of table.records.entries()) refs.set(id, `@${key}#r${at + 1}`);
  }
  /** The other side of a link has no key of its own: it is called as the link says. */
  const otherOf = (field: Field): Field | undefined => [...byId.values()].find((one) => ownerOf(one) === field.id);
  for (const field of byId.values()) {
    const owner = ownerOf(field);
    if (owner === undefined || !kept.has(owner)) continue;
    const { tableId } = propsOf(byId.get(owner)!) as unknown as Owning;
    refs.set(field.id, `@${keys.get(tableId)!}.${field.name.replaceAll('.', ' ')}`);
  }
  const known: Known = { refs, names };

  const place = new Map(tables.map(({ id }, at) => [id, at]));
  const later = new Set<string>();
  const isLater = (table: SourceTable, field: Field): boolean => {
    const type = fieldType(field.type)!;
    const props = propsOf(field);
    if (type.links === 'owning') return place.get((props as unknown as Owning).tableId)! >= place.get(table.id)!;
    return (
      type.along === true ||
      typeOf(field)?.derived === 'ofLinks' ||
      idsIn(props).some((id) => later.has(id) || ownerOf(byId.get(id) ?? field) !== undefined)
    );
  };
  for (let before = -1; before !== later.size;) {
    before = later.size;
    for (const table of tables)
      for (const field of table.fields) if (kept.has(field.id) && isLater(table, field)) later.add(field.id);
  }

  const propsFor = (field: Field): Record<string, unknown> => {
    const props = propsOf(field);
    const mapped = referred(props, known) as Record<string, unknown>;
    if (fieldType(field.type)!.links !== 'owning') return mapped;
    const { other = {} } = props as unknown as Owning;
    const there = otherOf(field);
    return { ...mapped, other: { ...other, ...(there !== undefined && { name: there.name.replaceAll('.', ' ') }) } };
  };
  const fieldFor = (field: Field, records: readonly TemplateRecord[]): TemplateField => {
    const key = keys.get(field.id)!;
    const options = optionsOf(field);
    return {
      key,
      name: field.name,
      type: field.type,
      ...(field.description !== '' && { description: field.description }),
      // What records lost, such as people, is asked of nobody.
      ...(field.required && records.every(({ values }) => values[key] !== undefined) && { required: true }),
      ...(field.unique && { unique: true }),
      ...(options.length > 0 && {
        options: options.map(({ id, label, color }) => ({
          key: keys.get(id)!,
          label,
          color: color as NonNullable<NonNullable<TemplateField['options']>[number]['color']>,
        })),
      }),
      props: propsFor(field),
      ...(later.has(field.id) && { later: true }),
    };
  };
  /** A value without what belongs to others: ids that lead out of the template go. */
  const valueFor = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const left = value.flatMap((one) => {
        const given = referredOrNothing(one, known);
        return given === undefined ? [] : [given];
      });
      return left.length === 0 ? undefined : left;
    }
    if (typeof value === 'object' && value !== null && idsIn(value).length > 0) return undefined;
    return referredOrNothing(value, known);
  };
  /** Where views stand in the template, by their ids. */
  const views = new Map<string, string>();
  const viewsFor = (table: SourceTable): TemplateTable['views'] => {
    const left: TemplateTable['views'] = [];
    for (const [at, { id, type, label, configJson }] of table.views.entries()) {
      // The first of a table is made with it.
      if (at === 0 && label === 'All records') continue;
      const config = referredOrNothing(JSON.parse(configJson), known);
      if (config === undefined) continue;
      views.set(id, `@${keys.get(table.id)!}/${left.length}`);
      left.push({ type, label, config: config as Record<string, unknown> });
    }
    return left;
  };
  const tableFor = (table: SourceTable): TemplateTable => {
    const own = table.fields.filter(({ id }) => kept.has(id));
    const written = own.filter((field) => {
      const type = typeOf(field)!;
      return isWritten(type) && type.numbered === undefined;
    });
    const label = keys.get(table.labelFieldId);
    const records = table.records.map(({ values }, at): TemplateRecord => ({
      key: `r${at + 1}`,
      values: Object.fromEntries(
        written.flatMap((field) => {
          const value = values[field.id];
          const given = value === undefined || value === null ? undefined : valueFor(value);
          return given === undefined ? [] : [[keys.get(field.id)!, given]];
        }),
      ),
    }));
    return {
      key: keys.get(table.id)!,
      label: table.label,
      ...(table.color !== '' && { color: table.color as TemplateTable['color'] }),
      ...(table.description !== '' && { description: table.description }),
      ...(label !== undefined &&
        kept.has(table.labelFieldId) &&
        !later.has(table.labelFieldId) && { label_field: label }),
      fields: own.map((field) => fieldFor(field, records)),
      views: viewsFor(table),
      records,
    };
  };

  const appKeys = new Set<string>();
  for (const { id, draft } of apps) {
    const key = keyOf(draft.name.label, appKeys);
    keys.set(id, key);
    refs.set(id, `@app:${key}`);
    const blocks = new Set<string>();
    for (const block of draft.blocks) {
      const blockKey = keyOf(block.type, blocks);
      keys.set(block.id, blockKey);
      refs.set(block.id, `@app:${key}.${blockKey}`);
    }
  }
  const made = tables.map(tableFor);
  const automationKeys = new Set<string>();
  const programs = automations.flatMap(({ label, program }) => {
    const left = portableProgram(program, new Map([...refs, ...views]));
    return left === undefined ? [] : [{ key: keyOf(label, automationKeys), label, ...left, steps: [...left.steps] }];
  });
  return {
    ...words,
    tables: made,
    ...(programs.length > 0 && { automations: programs }),
    apps: apps.map(({ id, draft }) => ({
      key: keys.get(id)!,
      label: draft.name.label,
      ...(draft.name.color !== '' && { color: draft.name.color as Template['apps'][number]['color'] }),
      blocks: draft.blocks.flatMap((block) => {
        const at = draft.places.desktop.find((one) => one.id === block.id);
        const config = referredOrNothing(JSON.parse(block.configJson), known);
        if (at === undefined || config === undefined) return [];
        return [
          {
            key: keys.get(block.id)!,
            type: block.type,
            config: config as Record<string, unknown>,
            at: [at.x, at.y, at.w, at.h] as [number, number, number, number],
          },
        ];
      }),
    })),
  };
};
