import { newId } from '@tessera/kernel';
import { actorOf } from '../testing/actors.ts';
import { pastContract } from '../testing/past.contract.ts';
import { startTables } from '../testing/service.ts';

/** By the hour of a soak more of them can be run; each is a story of its own. */
const seeds = Array.from({ length: Number(process.env['PAST_SEEDS'] ?? 4) }, (_, i) => 1 + i);

pastContract(
  'in one process',
  async () => {
    const ada = actorOf(newId(), 'admin');
    const t = await startTables([{ actor: ada, name: 'Ada', email: 'ada@example.com' }]);
    return { send: (method, path, body) => t.call(ada, method, path, body), close: () => t.stop() };
  },
  seeds,
);
