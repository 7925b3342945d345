import { newId } from '@tessera/kernel';
import { expect } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { linkedContract } from '../testing/linked.contract.ts';
import { startTables } from '../testing/service.ts';

linkedContract('in the process', async () => {
  const ada = actorOf(newId(), 'admin');
  const t = await startTables([{ actor: ada, name: 'Ada', email: 'ada@example.com' }]);
  return {
    send: (method, path, body) => t.call(ada, method, path, body),
    close: async () => {
      expect(t.faults).toEqual([]);
      await t.stop();
    },
  };
});
