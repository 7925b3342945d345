import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openStateStore, stateDamage } from '@tessera/document-store';
import { backup, logicalDump, prepareModel, rebuildModel, restore, salvage, verifyLogs } from '@tessera/event-store';
import { systemClock } from '@tessera/kernel';
import { openSubscriptionState, subscriptionDamage } from '@tessera/messaging';
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
import { openInstallation } from './installation.ts';
import { operatorCommands, type AnswerOf, type InputOf, type OperatorCommand } from './operator-commands.ts';
import { askOperator } from './operator.ts';
import type { Tell } from './purge-person.ts';
import { services } from './services.ts';
import { openState, openVault, salvageVault, vaultDamage } from './vault.ts';

/** By the product where it runs on the folder, which nobody else can open then; else on the folder itself. */
const operate = async <C extends OperatorCommand>(
  config: Config,
  command: C,
  input: InputOf<C>,
  tell?: Tell,
): Promise<AnswerOf<C>> => {
  const running = await askOperator(config.dataFolder, command, input, tell);
  if (running !== undefined) return running.answer as AnswerOf<C>;
  const installation = await openInstallation(config, createLogger({ level: 'warn' }), { services });
  try {
    const work = operatorCommands(installation.ports)[command] as (
      input: InputOf<C>,
      tell?: Tell,
    ) => Promise<AnswerOf<C>>;
    return await work(input, tell);
  } finally {
    await installation.close();
  }
};

/** State that can be made anew, where it is there: damage of it never keeps the product from starting. */
const smallState = (dataFolder: string): readonly Verified[] => {
  const kinds = [
    { name: 'state', damageOf: stateDamage, after: 'everybody signs in again' },
    { name: 'subscriptions', damageOf: subscriptionDamage, after: 'every event is looked at again' },
  ] as const;
  return kinds.flatMap(({ name, damageOf, after }) => {
    const path = join(dataFolder, `${name}.db`);
    if (!existsSync(path)) return [];
    const damage = damageOf(path);
    const text = damage.length === 0 ? '' : `, which the next start sets aside and makes anew: ${after}`;
    return [{ name, text, damage }];
  });
};
/** A backup goes on without it. */
const damagedState = (dataFolder: string): readonly string[] =>
  smallState(dataFolder).flatMap(({ name, damage }) => (damage.length > 0 ? [`${name}.db`] : []));

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
  prepareUpgrade: async () => {
    const lines: string[] = [];
    for (const { name, writeModuleUrl } of services) {
      if (writeModuleUrl === undefined) continue;
      const prepared = await prepareModel({ dataFolder: config.dataFolder, service: name, writeModuleUrl });
      lines.push(
        prepared.state === 'current'
          ? `${name}: the read model in use is one of this release`
          : `${name}: a read model waits for this release, with ${prepared.commits} commits more than before`,
      );
    }
    return { text: `${lines.join('\n')}\nStop the release that runs within a day, and start this one.`, fine: true };
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
  setPlan: (wanted) => operate(config, 'set-plan', wanted),
  templates: () => operate(config, 'list-templates', undefined as never),
  template: (save) => operate(config, 'show-template', { save }),
  approveTemplate: (save) => operate(config, 'approve-template', { save }),
  refuseTemplate: (wanted) => operate(config, 'refuse-template', wanted),
  unconfirmedTokens: () => operate(config, 'list-tokens', undefined as never),
  confirmTokens: (tokenId) => operate(config, 'confirm-tokens', { tokenId }),
  rotateKeys: () => operate(config, 'rotate-keys', undefined as never),
  purgePerson: (person, tell) => operate(config, 'purge-person', { person }, tell),
  purgeRecords: (wanted, tell) => operate(config, 'purge-records', wanted, tell),
  operations: async (work) => {
    const state = openStateStore({ path: join(config.dataFolder, 'state.db'), clock: systemClock });
    try {
      return await work([createAttempts(state, systemClock)]);
    } finally {
      await state.close();
    }
  },
  parked: async (work) => {
    const path = join(config.dataFolder, 'subscriptions.db');
    const damage = subscriptionDamage(path);
    if (damage.length > 0)
      throw new Error(`subscriptions.db ${damage.join('; ')}. The next start sets it aside and makes it anew.`);
    const state = openSubscriptionState(path);
    try {
      return await work([state]);
    } finally {
      await state.close();
    }
  },
});
