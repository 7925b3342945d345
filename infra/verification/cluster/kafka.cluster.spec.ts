import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startImport } from '../load/import-figures.ts';
import { endure, harmless, soak } from './fault.ts';
import { docker, openStand, pause, until, type Stand } from './stand.ts';

type Import = { readonly operationId: string; readonly tableId: string };
type Shown = { readonly state: string; readonly tableGone?: boolean };

describe('reactions of one service to another under faults of Kafka and of consumers', () => {
  let stand: Stand;
  let imports: Import[] = [];
  beforeAll(async () => {
    stand = await openStand({ scale: { tables: 2, connectors: 2 } });
  }, 900_000);
  afterAll(() => stand?.stop(), 120_000);

  const shown = (operationId: string): Promise<Shown> => stand.api.call<Shown>('GET', `connector/imports/${operationId}`);
  const importOne = async (n: number): Promise<Import> => {
    const { api } = stand;
    const { identifier } = await api.call<{ identifier: string }>('POST', 'connector/identifier', { connector_id: 'csv' });
    const form = new FormData();
    for (const [name, value] of Object.entries({ identifier, connector_id: 'csv', function: 'upload' })) form.set(name, value);
    form.set('file', new Blob(['Name,Amount\nfirst,1\nsecond,2\n'], { type: 'text/csv' }), `small-${n}.csv`);
    const { filePath } = await api.call<{ filePath: string }>('POST', 'connector/call', form);
    const proposal = await api.call<Parameters<typeof startImport>[2]['proposal']>('POST', 'connector/config-table', { connector_id: 'csv', identifier, config: { filePath } });
    const started = await startImport(api, `Import ${n}`, { identifier, filePath, proposal });
    await until('an import', 60, () => shown(started.operationId), ({ state }) => state === 'done');
    return started;
  };
  /** Takes the tables of all imports away, or brings them back, and waits until connectors heard of each. */
  const move = async (gone: boolean): Promise<void> => {
    for (const { tableId } of imports) {
      if (gone) await stand.api.call('DELETE', `v3/tables/${tableId}`);
      else await stand.api.call('POST', `v3/tables/${tableId}/restore`, {});
    }
  };
  const heard = async (gone: boolean): Promise<void> => {
    for (const { operationId } of imports) await until(`an import that hears that its table ${gone ? 'went' : 'is back'}`, 90, () => shown(operationId), ({ tableGone }) => (tableGone ?? false) === gone);
  };

  it('follows tables while all is well', async () => {
    imports = [];
    for (let n = 0; n < 3; n++) imports.push(await importOne(n));
    await move(true);
    await heard(true);
    await move(false);
    await heard(false);
    expect(imports).toHaveLength(3);
  }, 240_000);

  it('Kafka stopped while writing: every write is taken, and every reaction happens when it is back', async () => {
    const { counts, verdict } = await endure(stand, {
      name: `Kafka stopped for ${soak ? 60 : 15} s`,
      during: async () => {
        const [kafka = ''] = await stand.containers('kafka');
        await docker('kill', '--signal', 'KILL', kafka);
        await move(true);
        await pause((soak ? 60 : 15) * 1000);
        await docker('start', kafka);
        await heard(true);
      },
    });
    expect(verdict).toEqual(harmless);
    expect(counts['503']).toBeUndefined();
  }, 300_000);

  it('Kafka back without its data: what it had lost is read again from the services that wrote it', async () => {
    const { counts, verdict } = await endure(stand, {
      name: 'Kafka stopped, its data lost',
      during: async () => {
        const [kafka = ''] = await stand.containers('kafka');
        await docker('kill', '--signal', 'KILL', kafka);
        await move(false);
        const image = await docker('inspect', '--format', '{{.Config.Image}}', kafka);
        await docker('run', '--rm', '--volumes-from', kafka, '--user', 'root', '--entrypoint', 'sh', image, '-c', 'rm -rf /var/lib/kafka/data/*');
        await docker('start', kafka);
        await heard(false);
      },
    });
    expect(verdict).toEqual(harmless);
    expect(counts['503']).toBeUndefined();
  }, 300_000);

  it('a consumer paused and resumed as a zombie: another takes over, and every reaction happens', async () => {
    const { verdict } = await endure(stand, {
      name: 'consumer paused and resumed',
      during: async () => {
        for (const zombie of await stand.containers('connectors')) {
          const gone = (await shown(imports[0]?.operationId ?? '')).tableGone !== true;
          await docker('pause', zombie);
          await move(gone);
          // Longer than a group keeps a member that says nothing.
          await pause(15_000);
          await docker('unpause', zombie);
          await heard(gone);
        }
      },
    });
    expect(verdict).toEqual(harmless);
  }, 300_000);
});
