import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openStateStore, stateDamage } from '@tessera/document-store';
import { backup, logicalDump, rebuildModel, restore, salvage, verifyLogs } from '@tessera/event-store';
import { systemClock } from '@tessera/kernel';
import { openSubscriptionState } from '@tessera/messaging';
import { createAttempts } from '@tessera/shared-state';
import { createLogger } from '@tessera/telemetry';
import { closeAccess } from '../../../services/auth/src/index.ts';
import {
  backedUp,
  rebuilt,
  restored,
  salvaged,
  serviceWithModel,
  verified,
  type Commands,
  type Verified,
} from './cli-command.ts';
import type { Config } from './config.ts';
import { verifyFiles } from './file-store.ts';
import { openHouse } from './house.ts';
import { operatorCommands, type AnswerOf, type InputOf, type OperatorCommand } from './operator-commands.ts';
import { askOperator } from './operator.ts';
import { services } from './services.ts';
import { openState, openVault, salvageVault, vaultDamage } from './vault.ts';

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

/** State that can be made anew, where it is there: damage of it never keeps the product from starting. */
const smallState = (dataFolder: string): readonly Verified[] => {
  const path = join(dataFolder, 'state.db');
  if (!existsSync(path)) return [];
  const damage = stateDamage(path);
  return [
    {
      name: 'state',
      text: damage.length === 0 ? '' : ', which the next start sets aside and makes anew: everybody signs in again',
      damage,
    },
  ];
};
/** A backup goes on without it. */
const damagedState = (dataFolder: string): readonly string[] =>
  smallState(dataFolder).some(({ damage }) => damage.length > 0) ? ['state.db'] : [];

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
  verify: async () => {
    const { dataFolder } = config;
    if (!existsSync(dataFolder)) return verified([]);
    const logs = verifyLogs({ dataFolder });
    const inUse = logs.some(({ commits, damage }) => commits > 0 || damage.length > 0);
    const { files, damage } = await verifyFiles(join(dataFolder, 'files'));
    return verified(logs, [
      ...(inUse ? [{ name: 'vault', text: '', damage: vaultDamage(dataFolder, inUse) }] : []),
      ...smallState(dataFolder),
      ...(files > 0 ? [{ name: 'files', text: `, ${files} files`, damage }] : []),
    ]);
  },
  backup: async (folder) => {
    const { dataFolder } = config;
    const damage = existsSync(join(dataFolder, 'vault.position')) ? vaultDamage(dataFolder, true) : [];
    const { damage: inFiles } = await verifyFiles(join(dataFolder, 'files'));
    const all = [...damage.map((line) => `vault.db ${line}`), ...inFiles.map((line) => `files: ${line}`)];
    if (all.length > 0) throw new Error(`no backup was made, the data is damaged:\n${all.join('\n')}`);
    return backedUp(folder, (await backup({ dataFolder, target: folder, leaveOut: damagedState(dataFolder) })).files);
  },
  salvage: async (name) => {
    const { dataFolder } = config;
    if (name !== 'vault') {
      const { name: service, writeModuleUrl } = serviceWithModel(name);
      return salvaged(await salvage({ dataFolder, service, writeModuleUrl }), service);
    }
    const kept = await salvageVault(dataFolder);
    if (kept === undefined) return { text: 'vault: nothing is damaged', fine: true };
    return {
      text:
        `vault: ${kept.whole} secrets are whole; ${kept.damage.join('; ')}\n` +
        'Whose password is not among them cannot sign in: "tessera create-admin <e-mail>" gives an administrator a new one, and invitations and API tokens are made anew.\n' +
        `The damaged files are in ${kept.keptIn}.`,
      fine: false,
    };
  },
  restore: async (folder, replace) => {
    const { manifest, movedTo } = await restore({
      from: folder,
      dataFolder: config.dataFolder,
      ...(replace && { replace }),
    });
    const vault = openVault(config.dataFolder, false);
    const state = openState(config.dataFolder, createLogger({ level: 'warn' }));
    try {
      return restored(
        `restored the backup of ${manifest.madeAt}${movedTo === undefined ? '' : `; what was there is in ${movedTo}`}`,
        await closeAccess({ state, vault }),
      );
    } finally {
      await state.close();
      await vault.close();
    }
  },
  createAdmin: async (admin) => (await operate(config, 'create-admin', admin)).made,
  createOrganization: (wanted) => operate(config, 'create-organization', wanted),
  unconfirmedTokens: () => operate(config, 'list-tokens', undefined as never),
  confirmTokens: (tokenId) => operate(config, 'confirm-tokens', { tokenId }),
  purgeRecords: (wanted) => operate(config, 'purge-records', wanted),
  operations: async (work) => {
    const state = openStateStore({ path: join(config.dataFolder, 'state.db'), clock: systemClock });
    try {
      return await work([createAttempts(state, systemClock)]);
    } finally {
      await state.close();
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
