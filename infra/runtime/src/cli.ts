import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { need, UsageError, type Answer, type Commands } from './cli-command.ts';
import { readConfig } from './config.ts';
import { backupIn, countOf, dropOld, folderAt } from './kept-backups.ts';
import { inWords } from './operator.ts';

// What is written holds people's data and secrets: this user's alone.
process.umask(0o077);

const usage = `npm run tessera -- <command>

  rebuild <service>            drop a service's read model and make it anew from its log (server stopped)
  prepare-upgrade              make the read models that this release asks for beside those of the release that runs, so that it starts
                               on them within seconds; in the cluster a release does so by itself
  verify                       check all data: logs with their claims and WALs, vault, small state, files
  salvage <service>|vault      make a damaged log open again: whole commits first, what is lost from the read model;
                               or keep what is whole of the vault (server stopped); in the cluster: let the log of a service whose
                               database was taken back to an earlier state go on from there (service stopped)
  backup <folder> [--keep <n>] [--days <n>]
                               copy the data, consistent, while the server runs; with --keep into a folder of its own by
                               the time, below the one named, of which the n newest stay, and none older than --days
  restore <folder> [--replace] bring a backup, or the newest of such a folder, into the data folder (server stopped);
                               ends all sessions and disables API tokens
  create-admin <e-mail> [--name <name>] [--organization <name>] [--password <password>]
                               a new administrator, or a new password and the Admin role
  create-organization <organization> --email <e-mail> [--name <name>] [--password <password>]
                               one more organization, with its first administrator: an account with the password, or
                               without one an invitation, whose link is printed
  plan <plan>|late|blocked|reactivated --organization <id> [--period monthly|annual]
                               the plan of an organization, with TESSERA_BILLING: one of the file of plans; or what became of
                               its payment: after 14 days "late" blocks, and "reactivated" takes both back
  template list                templates that wait to stand in the gallery of all organizations
  template show <id>.<n>       one of them whole, as JSON: its n-th save
  template approve <id>.<n>    copy it into the gallery
  template refuse <id>[.<n>] --reason <reason>
                               keep it out of the gallery, or take it out; its builder reads the reason
  tokens list                  API tokens that a restore disabled, of every organization
  tokens confirm <id>|all      let one work again, or each of them
  rotate-keys                  new keys sign the cookies of known browsers and the handles of uploads; what earlier ones
                               signed holds as long as it would have
  purge record <id> [<id> ...] --table <id> --organization <id>
                               erase records for good, with all their history; the ids stand in a record's address, the
                               organization's in the answer of GET /api/v3/session
  purge person <id or e-mail>  forget a person: account, name, addresses, requests, tokens, uploads; what they did stays
  parked list                  streams whose events could not be handled
  parked show <id>             one of them
  parked replay <id>           try it again
  operations list              operations that ended the server twice and were set aside
  operations resume <id>       try one again
  operations discard <id>      end one as failed; what it did stays and can be undone

The data folder is TESSERA_DATA (./data). With TESSERA_MODE=cluster, and the variables of a service's process, the same commands work on the engines,
and there is one more:

  migrate                      bring the data folder with its history into an empty installation (both stopped); go on where it was interrupted`;

const made = {
  organization: 'The workspace is set up',
  account: 'A new administrator',
  changed: 'Administrator with a new password',
};

/** One backup; with `keep` one of several in the folder, of which the old ones go once the new one is complete. */
const backup = async (
  commands: Commands,
  folder: string,
  options: { keep?: string | undefined; days?: string | undefined },
): Promise<Answer> => {
  const [keep, days] = [countOf(options.keep, '--keep'), countOf(options.days, '--days')];
  if (keep === undefined) {
    if (days !== undefined) throw new UsageError('--days goes with --keep');
    return commands.backup(folder);
  }
  const { text, fine } = await commands.backup(folderAt(folder, new Date()));
  const gone = dropOld(folder, { keep, days }, new Date());
  return { text: gone.length === 0 ? text : `${text}\nremoved ${gone.join(', ')}`, fine };
};

type AdminOptions = { name?: string | undefined; organization?: string | undefined; password?: string | undefined };
const admin = async (commands: Commands, address: string, options: AdminOptions): Promise<Answer> => {
  const password = options.password ?? randomBytes(12).toString('base64url');
  const what =
    made[
      await commands.createAdmin({
        email: address,
        password,
        name: options.name ?? address.split('@')[0]!,
        organization: options.organization ?? 'My organization',
      })
    ];
  return { text: `${what}: ${address}${options.password === undefined ? `\nPassword: ${password}` : ''}`, fine: true };
};

type OrganizationOptions = { name?: string | undefined; email?: string | undefined; password?: string | undefined };
const organization = async (
  commands: Commands,
  called: string,
  { email, name, password }: OrganizationOptions,
): Promise<Answer> => {
  const address = need(email, '--email');
  const { organizationId, link } = await commands.createOrganization({
    organization: called,
    email: address,
    ...(name !== undefined && { name }),
    ...(password !== undefined && { password }),
  });
  const who =
    link === undefined ? `Administrator: ${address}` : `Invitation for ${address}, valid for seven days: ${link}`;
  return { text: `Organization ${organizationId}: ${called}\n${who}`, fine: true };
};

const tokens = async (commands: Commands, action: string | undefined, id: string | undefined): Promise<Answer> => {
  if (action !== 'list' && action !== 'confirm') throw new UsageError('tokens list, or tokens confirm <id>|all');
  const chosen =
    action === 'list' ? await commands.unconfirmedTokens() : await commands.confirmTokens(need(id, 'the id, or all,'));
  const lines = chosen.map(
    (one) =>
      `${one.id}  …${one.lastFour}  ${one.name}, made ${new Date(one.createdAt).toISOString().slice(0, 10)} by ${one.userName || one.userId}`,
  );
  const none = action === 'list' ? 'no API token waits for its confirmation' : 'nothing was confirmed';
  return { text: lines.length === 0 ? none : lines.join('\n'), fine: true };
};

/** What strangers wrote, as a terminal may be given it: nothing in it moves the cursor. */
const harmless = (text: string): string => text.replaceAll(/[^\P{Cc}\n]/gu, ' ');

const templates = async (
  commands: Commands,
  action: string | undefined,
  save: string | undefined,
  reason: string | undefined,
): Promise<Answer> => {
  switch (action) {
    case 'list': {
      const lines = (await commands.templates()).map(
        ({ save: one, organizationId, at, name, shortDescription, counts }) => {
          const { tables, fields, records, apps } = counts;
          const day = new Date(at).toISOString().slice(0, 10);
          const called = harmless(name.replaceAll('\n', ' '));
          const about = harmless(shortDescription.replaceAll('\n', ' '));
          return `${one}  ${called}, of ${day} by organization ${organizationId}\n  ${about}\n  ${tables} tables, ${fields} fields, ${records} records, ${apps} apps`;
        },
      );
      return { text: lines.length === 0 ? 'no template waits' : lines.join('\n'), fine: true };
    }
    case 'show':
      return {
        text: harmless(JSON.stringify(await commands.template(need(save, 'the template')), null, 2)),
        fine: true,
      };
    case 'approve': {
      const { name } = await commands.approveTemplate(need(save, 'the template'));
      return { text: `${harmless(name)} stands in the gallery`, fine: true };
    }
    case 'refuse': {
      const wanted = { save: need(save, 'the template'), reason: need(reason, '--reason') };
      return { text: `${harmless((await commands.refuseTemplate(wanted)).name)} is refused`, fine: true };
    }
    default:
      throw new UsageError('template list, show <id>.<n>, approve <id>.<n>, or refuse <id> --reason <reason>');
  }
};

const print = (line: string): void => console.log(line);

const kept = 'Backups, and files that somebody exported, still hold what they held.';

const person = async (commands: Commands, wanted: string): Promise<Answer> => {
  const { id, commits, before } = await commands.purgePerson(wanted, print);
  if (!before) {
    const who = id === '' ? 'the address' : id;
    const rest =
      'What they did stays, and shows "Erased person". Texts that people wrote into records were not looked at.';
    return {
      text: `Erased ${who}: ${commits} commits named them or held their requests.\n${rest}\n${kept}`,
      fine: true,
    };
  }
  const text =
    id === ''
      ? 'Nobody has this address: it was erased before, or was never here.'
      : `${id} was erased before: nothing of them is left.`;
  return { text, fine: true };
};

const purge = async (
  commands: Commands,
  what: string | undefined,
  ids: readonly string[],
  options: { table?: string | undefined; organization?: string | undefined },
): Promise<Answer> => {
  if (what === 'person') return person(commands, need(ids[0], 'the id or the e-mail address'));
  if (what !== 'record') throw new UsageError('purge record <id>, or purge person <id or e-mail>');
  need(ids[0], 'the record');
  const tableId = need(options.table, '--table');
  const organizationId = need(options.organization, '--organization');
  const { commits } = await commands.purgeRecords({ organizationId, tableId, recordIds: [...ids] }, print);
  return commits === 0
    ? { text: `Nothing of ${ids.join(', ')} was found in the table.`, fine: false }
    : { text: `Erased ${ids.join(', ')}: ${commits} commits held it.\n${kept}`, fine: true };
};

const parked = async (commands: Commands, action: string | undefined, id: string | undefined): Promise<Answer> => {
  const text = await commands.parked(async (states) => {
    if (action === 'list') {
      const all = (await Promise.all(states.map((state) => state.parked())))
        .flat()
        .sort((a, b) => a.parkedAt - b.parkedAt);
      return all.length === 0
        ? 'nothing is parked'
        : all
            .map(
              (one) =>
                `${one.id}  ${one.reaction}  ${one.root}  ${one.eventType}  tries ${one.attempts}, waiting ${one.waiting}: ${one.error.split('\n')[0]}`,
            )
            .join('\n');
    }
    if (action === 'show') {
      const wanted = need(id, 'the id');
      for (const state of states) {
        const one = await state.find(wanted);
        if (one !== undefined) return JSON.stringify(one, null, 2);
      }
      throw new UsageError(`nothing is parked as ${id}`);
    }
    if (action === 'replay') {
      const wanted = need(id, 'the id');
      for (const state of states)
        if (await state.replay(wanted)) return `${id} is tried again: at once if the server runs, else when it starts`;
      throw new UsageError(`nothing is parked as ${id}`);
    }
    throw new UsageError('parked list, show <id> or replay <id>');
  });
  return { text, fine: true };
};

const operations = async (commands: Commands, action: string | undefined, id: string | undefined): Promise<Answer> => {
  const text = await commands.operations(async (kept) => {
    if (action === 'list') {
      const all = (await Promise.all(kept.map((attempts) => attempts.list()))).flat();
      return all.length === 0
        ? 'no operation is set aside'
        : all
            .map(
              (one) =>
                `${one.id}  ${one.kind}  organization ${one.organizationId}  slice ${one.slice}  since ${new Date(one.asideAt).toISOString()}`,
            )
            .join('\n');
    }
    if (action !== 'resume' && action !== 'discard')
      throw new UsageError('operations list, resume <id> or discard <id>');
    const wanted = need(id, 'the id');
    for (const attempts of kept)
      if (await attempts.decide(wanted, action))
        return `${wanted} is ${action === 'resume' ? 'tried again' : 'ended as failed'}: within seconds if the server runs, else when it starts`;
    throw new UsageError(`no operation is set aside as ${wanted}`);
  });
  return { text, fine: true };
};

/** Each mode's engines are loaded only where they are meant. */
const open = async (): Promise<Commands & { migrate?(): Promise<Answer> }> => {
  if (process.env['TESSERA_MODE'] === 'cluster') {
    const [{ clusterCommands }, { readClusterConfig }] = await Promise.all([
      import('./cli-cluster.ts'),
      import('./cluster/config.ts'),
    ]);
    return clusterCommands(readClusterConfig(process.env));
  }
  const { embeddedCommands } = await import('./cli-embedded.ts');
  return embeddedCommands(readConfig(process.env));
};

const run = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      replace: { type: 'boolean' },
      keep: { type: 'string' },
      days: { type: 'string' },
      name: { type: 'string' },
      table: { type: 'string' },
      email: { type: 'string' },
      period: { type: 'string' },
      reason: { type: 'string' },
      organization: { type: 'string' },
      password: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [command, first, second] = positionals;
  if (values.help === true || command === undefined) {
    console.log(usage);
    return command === undefined && values.help !== true ? 2 : 0;
  }
  const commands = await open();
  const answer = async (): Promise<Answer> => {
    switch (command) {
      case 'rebuild':
        return commands.rebuild(first);
      case 'prepare-upgrade':
        return commands.prepareUpgrade();
      case 'verify':
        return commands.verify();
      case 'backup':
        return backup(commands, need(first, 'the folder'), values);
      case 'restore':
        return commands.restore(backupIn(need(first, 'the folder')), values.replace === true);
      case 'create-admin':
        return admin(commands, need(first, 'the e-mail address'), values);
      case 'create-organization':
        return organization(commands, need(first, 'the name of the organization'), values);
      case 'plan': {
        const organizationId = need(values.organization, '--organization');
        const { plan } = await commands.setPlan({ organizationId, to: need(first, 'the plan'), period: values.period });
        return { text: `Organization ${organizationId}: plan ${plan}`, fine: true };
      }
      case 'template':
        return templates(commands, first, second, values.reason);
      case 'tokens':
        return tokens(commands, first, second);
      case 'salvage':
        return commands.salvage(need(first, 'the service, or vault,'));
      case 'rotate-keys': {
        const accepted = Object.entries(await commands.rotateKeys()).map(([what, count]) => `${count} of ${what}`);
        return { text: `new keys sign; accepted: ${accepted.join(', ')}`, fine: true };
      }
      case 'purge':
        return purge(commands, first, positionals.slice(2), values);
      case 'parked':
        return parked(commands, first, second);
      case 'operations':
        return operations(commands, first, second);
      case 'migrate':
        if (commands.migrate === undefined)
          throw new UsageError('migrate needs TESSERA_MODE=cluster: it brings the data folder to the engines');
        return commands.migrate();
      default:
        throw new UsageError(`there is no command "${command}"`);
    }
  };
  const { text, fine } = await answer();
  console.log(text);
  return fine ? 0 : 1;
};

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof UsageError ? `${error.message}\n\n${usage}` : inWords(error));
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
