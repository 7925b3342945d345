import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStateStore } from '@tessera/document-store';
import { memoryLeases } from '../index.ts';
import { operationsContract } from '../testing/operations.contract.ts';

operationsContract('SQLite and memory', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-operations-'));
  const state = openStateStore({ path: join(folder, 'state.db'), clock: Date.now });
  const leases = memoryLeases();
  return {
    open: async () => ({ state, leases }),
    close: async () => {
      await state.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});
