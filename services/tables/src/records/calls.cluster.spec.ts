import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import { caller, owner as person } from '../../../../infra/runtime/src/testing.ts';
import { startCluster, startEngines } from '../../../../infra/runtime/src/testing/cluster.ts';
import { actorOf } from '../testing/actors.ts';
import { recordsContract } from '../testing/records.contract.ts';

recordsContract('on the engines', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-calls-'));
  const engines = await startEngines();
  const cluster = await startCluster(engines.environment, folder);
  const call = caller(cluster.url).call;
  const made = await call('POST', '/setup', { ...person, code: await cluster.setupCode() });
  const { organization } = made.body as { readonly organization: { readonly id: string } };
  const owner = actorOf(organization.id, 'admin');
  return {
    owner,
    client: cluster.rpc.client(TablesServiceDefinition),
    close: async () => {
      await cluster.stop();
      await engines.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});
