import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stateContract } from '../testing/state.contract.ts';
import { openStateStore } from './state-store.ts';

stateContract('SQLite', async (clock) => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-state-'));
  const path = join(folder, 'state.db');
  let state = openStateStore({ path, clock });
  return {
    state,
    reopen: async () => {
      await state.close();
      state = openStateStore({ path, clock });
      return state;
    },
    close: async () => {
      await state.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});
