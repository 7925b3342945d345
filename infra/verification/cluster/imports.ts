import { startImport } from '../load/import-figures.ts';
import { until, type Testbed } from './testbed.ts';

export type Import = { readonly operationId: string; readonly tableId: string };
type Shown = { readonly state: string; readonly tableGone?: boolean };

/**
 * Imports of small files: tables makes what connectors reads, over gRPC, and connectors hears over Kafka what becomes
 * of those tables, which is the one reaction between services that people can see.
 */
export const importsOf = (testbed: () => Testbed) => {
  const shown = (operationId: string): Promise<Shown> =>
    testbed().api.call<Shown>('GET', `connector/imports/${operationId}`);
  return {
    shown,
    begin: async (label: string, rows = 2): Promise<Import> => {
      const { api } = testbed();
      const { identifier } = await api.call<{ identifier: string }>('POST', 'connector/identifier', {
        connector_id: 'csv',
      });
      const form = new FormData();
      for (const [name, value] of Object.entries({ identifier, connector_id: 'csv', function: 'upload' }))
        form.set(name, value);
      form.set(
        'file',
        new Blob([`Name,Amount\n${Array.from({ length: rows }, (_, n) => `row ${n},${n}\n`).join('')}`], {
          type: 'text/csv',
        }),
        'small.csv',
      );
      const { filePath } = await api.call<{ filePath: string }>('POST', 'connector/call', form);
      const proposal = await api.call<Parameters<typeof startImport>[2]['proposal']>('POST', 'connector/config-table', {
        connector_id: 'csv',
        identifier,
        config: { filePath },
      });
      return startImport(api, label, { identifier, filePath, proposal });
    },
    done: async ({ operationId }: Import, seconds = 180): Promise<void> => {
      await until(
        'an import',
        seconds,
        () => shown(operationId),
        ({ state }) => state === 'done',
      );
    },
    /** Takes the tables of imports away, or brings them back. */
    move: async (imports: readonly Import[], gone: boolean): Promise<void> => {
      for (const { tableId } of imports) {
        if (gone) await testbed().api.call('DELETE', `v3/tables/${tableId}`);
        else await testbed().api.call('POST', `v3/tables/${tableId}/restore`, {});
      }
    },
    /** Waits until connectors heard of each. */
    heard: async (imports: readonly Import[], gone: boolean, seconds = 180): Promise<void> => {
      for (const { operationId } of imports)
        await until(
          `an import that hears that its table ${gone ? 'went' : 'is back'}`,
          seconds,
          () => shown(operationId),
          ({ tableGone }) => (tableGone ?? false) === gone,
        );
    },
  };
};
