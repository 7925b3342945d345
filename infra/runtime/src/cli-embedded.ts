import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backup, logicalDump, rebuildModel, restore, verifyLogs } from '@tessera/event-store';
import { openSubscriptionState } from '@tessera/messaging';
import { createLogger } from '@tessera/telemetry';
import { createAdmin } from '../../../services/auth/src/index.ts';
import { backedUp, rebuilt, serviceWithModel, verified, type Commands } from './cli-command.ts';
import type { Config } from './config.ts';
import { openHouse } from './house.ts';
import { services } from './services.ts';

/** The commands over one data folder. */
export const embeddedCommands = (config: Config): Commands => ({
  rebuild: async (name) => {
    const service = serviceWithModel(name);
    const options = { dataFolder: config.dataFolder, service: service.name, writeModuleUrl: service.writeModuleUrl };
    const before = existsSync(join(config.dataFolder, service.name, 'model.db'))
      ? await logicalDump(options)
      : undefined;
    return rebuilt(service.name, before, await rebuildModel(options));
  },
  verify: async () => verified(verifyLogs({ dataFolder: config.dataFolder })),
  backup: async (folder) => backedUp(folder, (await backup({ dataFolder: config.dataFolder, target: folder })).files),
  restore: async (folder, replace) => {
    const { manifest, movedTo } = await restore({
      from: folder,
      dataFolder: config.dataFolder,
      ...(replace && { replace }),
    });
    return {
      text: `restored the backup of ${manifest.madeAt}${movedTo === undefined ? '' : `; what was there is in ${movedTo}`}`,
      fine: true,
    };
  },
  createAdmin: async (admin) => {
    const house = await openHouse(config, createLogger({ level: 'warn' }), { services });
    try {
      return (await createAdmin(house.ports('auth'), admin)).made;
    } finally {
      await house.close();
    }
  },
  parked: async (work) => {
    const state = openSubscriptionState(join(config.dataFolder, 'subscriptions.db'));
    try {
      return await work([state]);
    } finally {
      await state.close();
    }
  },
});
