import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { caller, owner } from '../../../../infra/runtime/src/testing.ts';
import { startCluster, startEngines } from '../../../../infra/runtime/src/testing/cluster.ts';
import { linkedContract } from '../testing/linked.contract.ts';

linkedContract('on the engines', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-linked-'));
  const engines = await startEngines();
  const cluster = await startCluster(engines.environment, folder);
  const made = await caller(cluster.url).call('POST', '/setup', { ...owner, code: await cluster.setupCode() });
  if (made.status >= 300) throw new Error(`no organization: ${JSON.stringify(made.body)}`);
  const { call } = caller(cluster.url, (made.body as { readonly token: string }).token);
  return {
    send: call,
    close: async () => {
      await cluster.stop();
      await engines.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});
