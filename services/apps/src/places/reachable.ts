import type { DocumentReader } from '@tessera/document-store';
import { findAll } from '@tessera/document-store/pages';
import type { Actor } from '@tessera/kernel';
import { can } from '@tessera/proto/rights';
import { TablesServiceDefinition, type TableSummary } from '@tessera/proto/tables/v1/service';
import type { RpcDefinition } from '@tessera/rpc';
import type { ServicePorts } from '@tessera/runtime';
import type { AppDocument } from '../apps/projection.ts';

export type PlacePorts = Pick<ServicePorts, 'rpc'> & { readonly documents: DocumentReader };
export type PlaceType = 'table' | 'app';
/** A table or an app as it stands in lists. */
export type Place = {
  readonly id: string;
  readonly type: PlaceType;
  readonly label: string;
  readonly color: string | null;
};
export type Reachable = {
  readonly tables: readonly TableSummary[];
  readonly find: (type: PlaceType, id: string) => Place | undefined;
};

/** Whether a reader may see an app: what was never published is its builders' alone. */
export const seesApp = (actor: Actor, app: AppDocument): boolean =>
  app.archived === undefined &&
  can(actor, 'apps.open', app.id).allow &&
  (app.published !== undefined || can(actor, 'apps.edit', app.id).allow);

/** The tables and apps that somebody may open. Which tables those are is the tables service's answer, asked as them. */
export const reachable = ({ documents, rpc }: PlacePorts): ((actor: Actor) => Promise<Reachable>) => {
  const client = rpc.client(TablesServiceDefinition as typeof TablesServiceDefinition & RpcDefinition);
  return async (actor) => {
    const [{ tables }, apps] = await Promise.all([
      client.listTables({}, { actor }),
      findAll<AppDocument>(documents, actor.organizationId, 'apps', {}, (one) => one.id),
    ]);
    const known = new Map<string, Place>();
    for (const { id, label, color } of tables) known.set(`table ${id}`, { id, type: 'table', label, color });
    for (const app of apps.filter((one) => seesApp(actor, one))) {
      const { name } = can(actor, 'apps.edit', app.id).allow ? app.draft : (app.published?.draft ?? app.draft);
      known.set(`app ${app.id}`, {
        id: app.id,
        type: 'app',
        label: name.label,
        color: name.color === '' ? null : name.color,
      });
    }
    return { tables, find: (type, id) => known.get(`${type} ${id}`) };
  };
};
