import type { DocumentReader } from '@tessera/document-store';
import { fieldType, readProps } from '@tessera/fields';
import { isRejection, type Actor } from '@tessera/kernel';
import { fromColumn } from '@tessera/proto/cells';
import type { Program } from '@tessera/proto/automations';
import { AutomationsServiceDefinition } from '@tessera/proto/automations/v1/service';
import { can } from '@tessera/proto/rights';
import type { Field } from '@tessera/proto/tables/v1/events';
import { TablesServiceDefinition, type RecordPage } from '@tessera/proto/tables/v1/service';
import type { RpcClients } from '@tessera/rpc';
import type { AppDocument } from '../apps/projection.ts';
import type { SourceApp, SourceAutomation, SourceTable } from './source.ts';

const deadlineMs = 30_000;
/** Records of a table that a template takes along. */
const mostRecords = 1_000;

/** What goes along beside tables, views and apps. */
export type Taken = { readonly data: boolean; readonly automations: boolean };
type Tab = { readonly id: string; readonly type: string };

/** Values of a page's records by the ids of their fields, as JSON has them. */
const valuesOf = (page: RecordPage | undefined, fields: readonly Field[]): SourceTable['records'] => {
  if (page === undefined) return [];
  const count = page.recordIds.length;
  const columns = page.columns.flatMap((column) => {
    const field = fields.find(({ id }) => id === column.fieldId);
    if (field === undefined) return [];
    const props = readProps(field.type, field);
    const type = fieldType(field.type)?.of?.(props) ?? fieldType(field.type);
    return type === undefined ? [] : [{ id: field.id, cells: fromColumn(column, count), type, props }];
  });
  return page.recordIds.map((id, at) => ({
    id,
    values: Object.fromEntries(
      columns.flatMap(({ id: fieldId, cells, type, props }) => {
        const cell = cells[at];
        return cell === undefined || cell === null ? [] : [[fieldId, type.toJson(cell, props)]];
      }),
    ),
  }));
};

/** Reads what a folder holds, as whoever asks: what they may not change whole is not theirs to give on. */
export const createSources = ({ rpc, documents }: { readonly rpc: RpcClients; readonly documents: DocumentReader }) => {
  const tables = rpc.client(TablesServiceDefinition);
  const programs = rpc.client(AutomationsServiceDefinition);
  const tableOf = async (actor: Actor, tableId: string, data: boolean): Promise<SourceTable | undefined> => {
    if (!can(actor, 'fields.manage', tableId).allow) return undefined;
    try {
      const [{ table, fields, labelFieldId, description, narrow }, { views }] = await Promise.all([
        tables.getTable({ tableId }, { actor, deadlineMs }),
        tables.listViews({ tableId }, { actor, deadlineMs }),
      ]);
      if (table === undefined || narrow) return undefined;
      const { page } = data
        ? await tables.queryRecords(
            {
              tableId,
              selection: { filter: undefined, search: '' },
              sort: [],
              fieldIds: [],
              limit: mostRecords,
              after: '',
              withTotal: false,
            },
            { actor, deadlineMs },
          )
        : { page: undefined };
      const { label, color } = table;
      return { id: tableId, label, color, description, labelFieldId, fields, views, records: valuesOf(page, fields) };
    } catch (error) {
      // It was deleted, or is another's.
      if (isRejection(error) && error.kind === 'not_found') return undefined;
      throw error;
    }
  };
  const appOf = async (actor: Actor, appId: string): Promise<SourceApp | undefined> => {
    const app = await documents.get<AppDocument>(actor.organizationId, 'apps', appId);
    if (app === undefined || app.archived !== undefined || !can(actor, 'apps.edit', appId).allow) return undefined;
    return { id: appId, draft: app.draft };
  };
  /** Automations over these tables alone, where they are asked for and theirs to give on. */
  const automationsOf = async (actor: Actor, tableIds: readonly string[]): Promise<readonly SourceAutomation[]> => {
    if (tableIds.length === 0 || !can(actor, 'automations.manage').allow) return [];
    const { automations } = await programs.readAutomations({ tableIds: [...tableIds] }, { actor, deadlineMs });
    return automations.map(({ label, triggerJson, stepsJson }) => ({
      label,
      program: {
        trigger: JSON.parse(triggerJson) as Program['trigger'],
        steps: JSON.parse(stepsJson) as Program['steps'],
      },
    }));
  };
  return async (actor: Actor, tabs: readonly Tab[], { data, automations }: Taken) => {
    const found = await Promise.all(
      tabs.filter(({ type }) => type === 'table').map(({ id }) => tableOf(actor, id, data)),
    );
    const apps = await Promise.all(tabs.filter(({ type }) => type === 'app').map(({ id }) => appOf(actor, id)));
    const there = found.flatMap((one) => (one === undefined ? [] : [one]));
    const ids = there.map(({ id }) => id);
    return {
      tables: there,
      automations: automations ? await automationsOf(actor, ids) : [],
      apps: apps.flatMap((one) => (one === undefined ? [] : [one])),
    };
  };
};
