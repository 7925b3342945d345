import { fieldType, isWritten, readContextFor } from '@tessera/fields';
import { mostProgramBytes, shapeIssues } from '@tessera/proto/automations';
import { newBlock } from '../apps/config.ts';
import { madeProgram } from './programs.ts';
import { ownReferences, resolved } from './references.ts';
import type { Template, TemplateField } from './schema.ts';

const today = '2026-01-01';
/** Ids of 26 characters, which is all that is asked of them here. */
const idOf = (at: number): string => String(at).padStart(26, '0');
const context = readContextFor('en', 'UTC');
/** What is told at most: whoever mends it begins with the first. */
const mostFaults = 20;

/** Other sides of links, by the names that the link fields give them. */
const otherSides = ({ tables }: Template): readonly string[] =>
  tables.flatMap(({ fields }) =>
    fields.flatMap(({ props }) => {
      const { tableId, other } = (props ?? {}) as {
        readonly tableId?: unknown;
        readonly other?: { readonly name?: unknown };
      };
      return typeof tableId === 'string' && typeof other?.name === 'string' ? [`${tableId}.${other.name}`] : [];
    }),
  );

const reasonOf = (error: unknown): string => {
  const { details, message } = error as {
    readonly details?: { readonly issues?: readonly { readonly path: string; readonly message: string }[] };
    readonly message?: string;
  };
  const [issue] = details?.issues ?? [];
  return issue === undefined ? (message ?? String(error)) : `${issue.path}: ${issue.message}`;
};

/** What would be refused of a template as it is installed, in words, by the rules that hold for people's own changes. */
export const faultsOf = (template: Template): readonly string[] => {
  const faults: string[] = [];
  const look = (where: string, step: () => unknown): void => {
    try {
      step();
    } catch (error) {
      faults.push(`${where}: ${reasonOf(error)}`);
    }
  };
  const references = ownReferences(template);
  const twice = references.find((one, at) => references.indexOf(one) !== at);
  if (twice !== undefined) faults.push(`${twice}: stands twice`);
  const all = [...template.tables.map(({ key }) => `@${key}`), ...references, ...otherSides(template)];
  const ids = new Map(all.map((reference, at) => [reference, idOf(at)]));
  const find = (reference: string): string | undefined => (reference === '@me' ? idOf(0) : ids.get(reference));
  const valueOf = (field: TemplateField, value: unknown): void => {
    const type = fieldType(field.type)!;
    if (!isWritten(type)) throw new Error('is computed, and takes no values');
    // Options, links and people are references alone.
    const given = resolved(value, find, today);
    if (field.options === undefined && type.links === undefined)
      type.fromJson(given, type.props(field.props ?? {}), context);
  };
  const earlier = new Set<string>();
  for (const table of template.tables) {
    for (const field of table.fields) {
      const where = `${table.key}.${field.key}`;
      look(where, () => {
        const props = resolved(field.props ?? {}, find, today) as Record<string, unknown>;
        const options = field.options?.map(({ key, label, color = '' }) => ({ id: idOf(key.length), label, color }));
        fieldType(field.type)!.props({ ...props, ...(options !== undefined && { options }) });
      });
      const target = field.props?.['tableId'];
      if (field.later !== true && typeof target === 'string' && !earlier.has(target))
        faults.push(`${where}: a link leads to a table that stands before its own`);
    }
    earlier.add(`@${table.key}`);
    for (const [at, { config }] of table.views.entries())
      look(`${table.key}: view ${at + 1}`, () => resolved(config, find, today));
    for (const [at, { values }] of table.records.entries())
      for (const [name, value] of Object.entries(values)) {
        const field = table.fields.find(({ key }) => key === name);
        const where = `${table.key}: record ${at + 1}: ${name}`;
        if (field === undefined) faults.push(`${where}: no such field`);
        else if (value !== null) look(where, () => valueOf(field, value));
      }
  }
  for (const app of template.apps)
    for (const block of app.blocks)
      look(`${app.key}.${block.key}`, () =>
        newBlock(idOf(0), block.type, resolved(block.config, find, today) as Record<string, unknown>),
      );
  for (const { key, trigger, steps } of template.automations ?? [])
    look(`automation ${key}`, () => {
      const program = madeProgram({ trigger, steps }, find);
      const [issue] = shapeIssues(program);
      if (issue !== undefined) throw new Error(`${issue.step}.${issue.field}: ${issue.code}`);
      if (JSON.stringify(program).length > mostProgramBytes) throw new Error('is too large');
    });
  return faults.slice(0, mostFaults);
};
