import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backup, logicalDump, rebuildModel, restore, verifyLogs } from '@tessera/event-store';
import { openSubscriptionState } from '@tessera/messaging';
import { createLogger } from '@tessera/telemetry';
import { backedUp, rebuilt, serviceWithModel, verified, type Commands } from './cli-command.ts';
import type { Config } from './config.ts';
import { openHouse } from './house.ts';
import { operatorCommands, type AnswerOf, type InputOf, type OperatorCommand } from './operator-commands.ts';
import { askOperator } from './operator.ts';
import { services } from './services.ts';

/** By the product where it runs on the folder, which nobody else can open then; else on the folder itself. */
const operate = async <C extends OperatorCommand>(
  config: Config,
  command: C,
  input: InputOf<C>,
): Promise<AnswerOf<C>> => {
  const running = await askOperator(config.dataFolder, command, input);
  if (running !== undefined) return running.answer as AnswerOf<C>;
  const house = await openHouse(config, createLogger({ level: 'warn' }), { services });
  try {
    const work = operatorCommands(house.ports)[command] as (input: InputOf<C>) => Promise<AnswerOf<C>>;
    return await work(input);
  } finally {
    await house.close();
  }
};

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
  createAdmin: async (admin) => (await operate(config, 'create-admin', admin)).made,
  createOrganization: (wanted) => operate(config, 'create-organization', wanted),
  parked: async (work) => {
    const state = openSubscriptionState(join(config.dataFolder, 'subscriptions.db'));
    try {
      return await work([state]);
    } finally {
      await state.close();
    }
  },
});
