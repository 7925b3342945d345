import { newId, type Actor, type DecideEnv, type Decision, type Rejection } from '@tessera/kernel';
import { given } from '@tessera/kernel/testing';
import { createTable, type CreateTable } from '../definitions/decide.ts';
import { evolveTable } from '../definitions/evolve.ts';
import type { Definition, Handler } from '../definitions/handler.ts';
import type { TableState } from '../definitions/state.ts';
import type { TablesEvent } from '../events.ts';
import { actorOf, metaOf } from './actors.ts';

export const organization = newId();
export const ada = actorOf(organization, 'admin');

const contextAt = (version: number, tableId: string) => ({
  organizationId: organization,
  commitId: `tables.1.${version}`,
  position: version,
  index: 0,
  time: 1000 + version,
  actorId: ada.id,
  origin: 'api',
  advances: [{ stream: `table:${tableId}`, version }],
});

/** Folds what was decided onto a definition. */
export const folded = (table: TableState | undefined, decision: Decision<TablesEvent>, tableId: string): TableState =>
  decision.events.reduce<TableState | undefined>(
    (state, { event }) => evolveTable(state, event, contextAt((state?.version ?? 0) + 1, tableId)),
    table,
  )!;

/** A table as it stands after it was made. */
export const madeTable = (command: Partial<CreateTable> = {}): TableState => {
  const tableId = newId();
  const decision = given<Definition>({ version: 0, state: undefined }, { meta: metaOf(ada), newId })
    .when(createTable, { tableId, label: 'T', fields: [], ...command })
    .decision();
  return folded(undefined, decision, tableId);
};

/** Decides a command on a definition: what it became, or the code of the refusal. */
export const when = <C extends { readonly tableId: string }>(
  handler: Handler<C, Definition, unknown>,
  table: TableState,
  command: Omit<C, 'tableId'>,
  actor: Actor = ada,
) => {
  const decide = () =>
    given<Definition>({ version: table.version, state: table }, {
      meta: metaOf(actor),
      newId,
    } satisfies Partial<DecideEnv> & { meta: unknown }).when(handler, { ...command, tableId: table.id } as C);
  return {
    events: () => decide().events(),
    table: () => folded(table, decide().decision(), table.id),
    refusal: (): string => (decide().rejection() as unknown as Rejection).code,
  };
};
