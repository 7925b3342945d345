import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { backup, logicalDump, rebuildModel, restore, verifyLogs } from '@tessera/event-store';
import { openSubscriptionState } from '@tessera/messaging';
import { createLogger } from '@tessera/telemetry';
import { createAdmin } from '../../../services/auth/src/index.ts';
import { readConfig, type Config } from './config.ts';
import { openHouse } from './house.ts';
import { services } from './services.ts';

// What is written holds people's data and secrets: this user's alone.
process.umask(0o077);

const usage = `npm run tessera -- <command>

  rebuild <service>            drop a service's read model and make it anew from its log (server stopped)
  verify                       check every log: checksums, gaps, seals
  backup <folder>              copy the data, consistent, while the server runs
  restore <folder> [--replace] bring a backup into the data folder (server stopped)
  create-admin <e-mail> [--name <name>] [--organization <name>] [--password <password>]
                               a new administrator, or a new password and the Admin role (server stopped)
  parked list                  streams whose events could not be handled
  parked show <id>             one of them
  parked replay <id>           try it again

The data folder is TESSERA_DATA (./data).`;

class UsageError extends Error {}
const need = (value: string | undefined, what: string): string => {
  if (value === undefined || value === '') throw new UsageError(`${what} is missing`);
  return value;
};

const rebuild = async (config: Config, name: string | undefined): Promise<string> => {
  const service = services.find((one) => one.name === need(name, 'the service'));
  if (service?.writeModuleUrl === undefined) throw new UsageError(`there is no read model of "${name}"; choose ${services.filter((one) => one.writeModuleUrl !== undefined).map((one) => one.name).join(', ')}`);
  const options = { dataFolder: config.dataFolder, service: service.name, writeModuleUrl: service.writeModuleUrl };
  const before = existsSync(join(config.dataFolder, service.name, 'model.db')) ? await logicalDump(options) : undefined;
  const { commits, hash } = await rebuildModel(options);
  const comparison = before === undefined ? 'there was none before' : before === hash ? 'equal to what was there' : 'DIFFERENT from what was there';
  return `${service.name}: rebuilt from ${commits} commits; ${comparison} (${hash.slice(0, 16)})`;
};

const verify = (config: Config): { readonly text: string; readonly whole: boolean } => {
  const reports = verifyLogs({ dataFolder: config.dataFolder });
  const lines = reports.flatMap((report) => [
    `${report.service}: ${report.damage.length === 0 ? 'ok' : 'DAMAGED'}, ${report.commits} commits, ${report.seals} seals, ${report.unsealed} unsealed, ${report.bytes} bytes`,
    ...report.damage.map((one) => `  at ${one.seq}${one.position === undefined ? '' : ` (position ${one.position})`}: ${one.what}`),
  ]);
  return { text: lines.length === 0 ? 'ok: there is no log yet' : lines.join('\n'), whole: reports.every((report) => report.damage.length === 0) };
};

const admin = async (config: Config, email: string | undefined, options: { name?: string | undefined; organization?: string | undefined; password?: string | undefined }): Promise<string> => {
  const address = need(email, 'the e-mail address');
  const password = options.password ?? randomBytes(12).toString('base64url');
  const house = await openHouse(config, createLogger({ level: 'warn' }), { services });
  try {
    const { made } = await createAdmin(house.ports('auth'), { email: address, password, name: options.name ?? address.split('@')[0]!, organization: options.organization ?? 'My organization' });
    const what = { organization: 'The workspace is set up', account: 'A new administrator', changed: 'Administrator with a new password' }[made];
    return `${what}: ${address}${options.password === undefined ? `\nPassword: ${password}` : ''}`;
  } finally {
    await house.close();
  }
};

const parked = async (config: Config, action: string | undefined, id: string | undefined): Promise<string> => {
  const state = openSubscriptionState(join(config.dataFolder, 'subscriptions.db'));
  try {
    if (action === 'list') {
      const all = await state.parked();
      return all.length === 0 ? 'nothing is parked' : all.map((one) => `${one.id}  ${one.reaction}  ${one.root}  ${one.eventType}  tries ${one.attempts}, waiting ${one.waiting}: ${one.error.split('\n')[0]}`).join('\n');
    }
    if (action === 'show') {
      const one = await state.find(need(id, 'the id'));
      if (one === undefined) throw new UsageError(`nothing is parked as ${id}`);
      return JSON.stringify(one, null, 2);
    }
    if (action === 'replay') {
      if (!(await state.replay(need(id, 'the id')))) throw new UsageError(`nothing is parked as ${id}`);
      return `${id} is tried again: at once if the server runs, else when it starts`;
    }
    throw new UsageError('parked list, show <id> or replay <id>');
  } finally {
    await state.close();
  }
};

const run = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean' }, name: { type: 'string' }, organization: { type: 'string' }, password: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  const [command, first, second] = positionals;
  if (values.help === true || command === undefined) {
    console.log(usage);
    return command === undefined && values.help !== true ? 2 : 0;
  }
  const config = readConfig(process.env);
  switch (command) {
    case 'rebuild': {
      const text = await rebuild(config, first);
      console.log(text);
      return text.includes('DIFFERENT') ? 1 : 0;
    }
    case 'verify': {
      const { text, whole } = verify(config);
      console.log(text);
      return whole ? 0 : 1;
    }
    case 'backup': {
      const manifest = await backup({ dataFolder: config.dataFolder, target: need(first, 'the folder') });
      console.log(`backed up ${manifest.files.length} files, ${manifest.files.reduce((sum, file) => sum + file.bytes, 0)} bytes, to ${first}`);
      return 0;
    }
    case 'restore': {
      const { manifest, movedTo } = await restore({ from: need(first, 'the folder'), dataFolder: config.dataFolder, ...(values.replace === true ? { replace: true } : {}) });
      console.log(`restored the backup of ${manifest.madeAt}${movedTo === undefined ? '' : `; what was there is in ${movedTo}`}`);
      return 0;
    }
    case 'create-admin':
      console.log(await admin(config, first, values));
      return 0;
    case 'parked':
      console.log(await parked(config, first, second));
      return 0;
    default:
      throw new UsageError(`there is no command "${command}"`);
  }
};

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof UsageError ? `${error.message}\n\n${usage}` : error instanceof Error ? error.message : String(error));
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
