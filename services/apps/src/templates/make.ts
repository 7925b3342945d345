import {
  fieldType,
  isWritten,
  readContextFor,
  readProps,
  storeProps,
  type FieldProps,
  type FieldType,
} from '@tessera/fields';
import type { Actor, CommandMeta } from '@tessera/kernel';
import { toColumn, type Cells } from '@tessera/proto/cells';
import { AutomationsServiceDefinition } from '@tessera/proto/automations/v1/service';
import { can } from '@tessera/proto/rights';
import type { Field } from '@tessera/proto/tables/v1/events';
import { RecordChanges, TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { RpcClients } from '@tessera/rpc';
import type { Directory } from '@tessera/runtime/directory';
import { viewType } from '@tessera/proto/views';
import { newBlock } from '../apps/config.ts';
import type { AppsStore } from '../store.ts';
import { madeProgram } from './programs.ts';
import { automationReference, recordReference, resolved, type Plan } from './references.ts';
import { laterFields, type Later } from './later.ts';
import type { TemplateField, TemplateTable } from './schema.ts';

const deadlineMs = 60_000;
const newField = {
  unique: false,
  defaultValue: undefined,
  generation: 1,
  number: 0,
  uniqueEpoch: 0,
  keptScale: undefined,
} as const;

type Ports = { readonly store: AppsStore; readonly rpc: RpcClients; readonly directory: Directory };
type Find = (reference: string) => string | undefined;
/** The parts of an installation, in the order in which they are made. */
export type Step = 'tables' | 'links' | 'records' | 'apps' | 'programs' | 'folder';

const typeOf = (field: Field): FieldType => {
  const type = fieldType(field.type)!;
  return type.of?.(readProps(field.type, field)) ?? type;
};

/** A field of a template as it is made, with the properties that its type reads. */
const fieldOf = (table: TemplateTable, field: TemplateField, find: Find, today: string): Field => {
  const type = fieldType(field.type)!;
  const options = field.options?.map(({ key, label, color }) => ({
    id: find(`@${table.key}.${field.key}.${key}`)!,
    label,
    color: color ?? '',
  }));
  const props = resolved(field.props ?? {}, find, today) as FieldProps;
  return {
    ...newField,
    id: find(`@${table.key}.${field.key}`)!,
    name: field.name,
    type: field.type,
    description: field.description ?? '',
    required: field.required === true,
    unique: field.unique === true,
    ...storeProps(field.type, type.props({ ...props, ...(options !== undefined && { options }) })),
  };
};

/**
 * Makes what a plan says, for who began it, with their rights. Every write has a key of its own, so that a second run
 * after a crash passes over what is there. Answers where the template begins.
 */
export const createMake = ({ store, rpc, directory }: Ports) => {
  const tables = rpc.client(TablesServiceDefinition);
  const ofAutomations = rpc.client(AutomationsServiceDefinition);

  return async (
    operationId: string,
    plan: Plan,
    present: () => Promise<Actor>,
    at: (step: Step) => Promise<void>,
  ): Promise<string> => {
    const { template, ids, today, data } = plan;
    const key = (part: string): string => `template:${operationId}:${part}`;
    const made = new Map<string, { readonly tableId: string; readonly fields: readonly Field[] }>();
    const find: Find = (reference) => {
      if (reference === '@me') return plan.userId;
      const table = made.get(reference.slice(1));
      return table?.tableId ?? ids[reference] ?? otherSide(reference);
    };
    /** `@companies.deals` is the other side of a link that another table has, by the name that the template gives it. */
    const otherSide = (reference: string): string | undefined => {
      const [tableKey = '', name] = reference.slice(1).split('.');
      return made.get(tableKey)?.fields.find((field) => field.name === name)?.id;
    };
    const look = async (table: TemplateTable): Promise<void> => {
      const { tableId } = made.get(table.key)!;
      const { fields } = await tables.getTable({ tableId }, { actor: await present(), deadlineMs });
      made.set(table.key, { tableId, fields });
    };

    await at('tables');
    for (const table of template.tables) {
      const own = table.fields.filter(({ later }) => later !== true);
      const { tableId, fields } = await tables.createTable(
        {
          label: table.label,
          fields: own.map((field) => fieldOf(table, field, find, today)),
          operationId,
          uniqueFieldId: '',
          labelFieldId: find(`@${table.key}.${table.label_field ?? own[0]!.key}`)!,
          idempotencyKey: key(table.key),
          icon: '',
          color: table.color ?? '',
          description: table.description ?? '',
        },
        { actor: await present(), deadlineMs },
      );
      made.set(table.key, { tableId, fields });
    }

    await at('links');
    const lookAtAll = async (): Promise<void> => {
      for (const table of template.tables) await look(table);
    };
    await lookAtAll();
    const add = async ({ table, field }: Later): Promise<void> => {
      const { tableId } = made.get(table.key)!;
      await tables.addField(
        {
          tableId,
          field: fieldOf(table, field, find, today),
          operationId,
          idempotencyKey: key(`${table.key}.${field.key}`),
        },
        { actor: await present(), deadlineMs },
      );
    };
    const { links, others } = laterFields(template);
    for (const one of links) await add(one);
    // Other sides of these are there now.
    if (links.length > 0) await lookAtAll();
    for (const one of others) await add(one);
    for (const table of template.tables)
      for (const [index, view] of table.views.entries()) {
        const id = ids[`@${table.key}/${index}`]!;
        const configJson = JSON.stringify(resolved(view.config, find, today));
        const configVersion = viewType(view.type)!.version;
        await tables.addView(
          {
            tableId: made.get(table.key)!.tableId,
            view: { id, type: view.type, label: view.label, configJson, configVersion, ownerUserId: '' },
            operationId,
            idempotencyKey: key(`${table.key}/${index}`),
          },
          { actor: await present(), deadlineMs },
        );
      }

    await at('records');
    const { language, timezone } = await directory.facts(await present());
    const context = readContextFor(language, timezone);
    for (const table of data ? template.tables : []) {
      if (table.records.length === 0) continue;
      await look(table);
      const { tableId, fields } = made.get(table.key)!;
      const columns = table.fields.flatMap(({ key: fieldKey }) => {
        const field = fields.find(({ id }) => id === ids[`@${table.key}.${fieldKey}`])!;
        const type = typeOf(field);
        if (!isWritten(type) || table.records.every(({ values }) => values[fieldKey] === undefined)) return [];
        const cells: Cells = table.records.map(({ values }) => {
          const value = resolved(values[fieldKey] ?? null, find, today);
          return value === null
            ? undefined
            : (type.fromJson(value, readProps(field.type, field), context) ?? undefined);
        });
        return [toColumn(field.id, field.generation, type.storage, cells, type.parts)];
      });
      const recordIds = table.records.map((record, index) => ids[recordReference(table.key, record, index)]!);
      const create = { count: recordIds.length, recordIds, versions: [], columns };
      await tables.writeRecords(
        {
          tableId,
          schemaVersion: 0,
          operationId,
          idempotencyKey: key(`${table.key}#`),
          changes: RecordChanges.encode({ create, update: undefined, delete: undefined }).finish(),
          runAutomations: false,
          partial: false,
          origin: 'import',
          causationId: '',
          causationDepth: 0,
        },
        { actor: await present(), deadlineMs },
      );
    }

    await at('apps');
    const metaOf = async (part: string): Promise<CommandMeta> => ({
      actor: await present(),
      origin: 'import',
      operationId,
      idempotencyKey: key(part),
      requestHash: key(part),
    });
    for (const app of template.apps) {
      const appId = ids[`@app:${app.key}`]!;
      const idOf = (blockKey: string): string => ids[`@app:${app.key}.${blockKey}`]!;
      const payload = {
        appId,
        name: { label: app.label, icon: '', color: app.color ?? '' },
        whole: {
          blocks: app.blocks.map((block) =>
            newBlock(idOf(block.key), block.type, resolved(block.config, find, today) as Record<string, unknown>),
          ),
          desktop: app.blocks.map(({ key: blockKey, at: [x, y, w, h] }) => ({ id: idOf(blockKey), x, y, w, h })),
        },
      };
      await store.execute({ type: 'createApp', payload }, await metaOf(`app:${app.key}`));
    }

    const { automations = [] } = template;
    if (plan.automations === true && automations.length > 0) {
      await at('programs');
      for (const { key: name, label, trigger, steps } of automations) {
        const program = madeProgram({ trigger, steps }, find);
        await ofAutomations.createAutomation(
          {
            automation: {
              id: ids[automationReference({ key: name })]!,
              label,
              triggerJson: JSON.stringify(program.trigger),
              stepsJson: JSON.stringify(program.steps),
            },
            operationId,
            idempotencyKey: key(`automation:${name}`),
          },
          { actor: await present(), deadlineMs },
        );
      }
    }

    await at('folder');
    const actor = await present();
    const tabs = [
      ...template.apps.map((app) => ({ id: ids[`@app:${app.key}`]!, type: 'app' })),
      ...template.tables.map((table) => ({ id: made.get(table.key)!.tableId, type: 'table' })),
    ];
    if (can(actor, 'workspaces.manage').allow) {
      const folder = { label: template.name, icon: '', color: template.color, parentId: '', tabs };
      const payload = { folderId: ids['@folder']!, folder };
      await store.execute({ type: 'createFolder', payload }, await metaOf('folder'));
    }
    const [first] = tabs;
    return first!.type === 'app' ? `/app/${first!.id}` : `/object/${first!.id}`;
  };
};
