import type { Attempts } from '@tessera/shared-state';
import type { SubscriptionState } from '@tessera/messaging';
import { describeDamage, type BackupManifest, type SalvageReport, type VerifyReport } from '@tessera/event-store';
import type { showTemplate, TemplateToRefuse, WaitingTemplate } from '../../../services/apps/src/index.ts';
import type { NewAdmin, NewOrganization, OrganizationMade, Unconfirmed } from '../../../services/auth/src/index.ts';
import type { PlanToSet } from '../../../services/billing/src/index.ts';
import type { RecordsToPurge } from '../../../services/tables/src/index.ts';
import type { PersonPurged, Tell } from './purge-person.ts';
import { services } from './services.ts';

/** A command that was called in a way that it does not know; the usage is printed then. */
export class UsageError extends Error {}

export const need = (value: string | undefined, what: string): string => {
  if (value === undefined || value === '') throw new UsageError(`${what} is missing`);
  return value;
};

export type Answer = {
  readonly text: string;
  /** False: what was looked at is not as it should be. */ readonly fine: boolean;
};

/** What the command line does, in either mode. */
export type Commands = {
  rebuild(service: string | undefined): Promise<Answer>;
  /** Makes the read models of this release while an earlier one runs. */
  prepareUpgrade(): Promise<Answer>;
  verify(): Promise<Answer>;
  backup(folder: string): Promise<Answer>;
  restore(folder: string, replace: boolean): Promise<Answer>;
  /** In the cluster a log that lacks acknowledged commits goes on from what it has. */
  salvage(what: string | undefined): Promise<Answer>;
  createAdmin(admin: NewAdmin): Promise<'organization' | 'account' | 'changed'>;
  createOrganization(wanted: NewOrganization): Promise<OrganizationMade>;
  /** Sets the plan of an organization, or what became of its payment; answers the plan that holds then. */
  setPlan(wanted: PlanToSet): Promise<{ readonly plan: string }>;
  /** Templates that wait for the operator, and one of them whole. */
  templates(): Promise<readonly WaitingTemplate[]>;
  template(save: string): ReturnType<typeof showTemplate>;
  /** Puts a template into the gallery of all organizations, or keeps it out of it; answer its name. */
  approveTemplate(save: string): Promise<{ readonly name: string }>;
  refuseTemplate(wanted: TemplateToRefuse): Promise<{ readonly name: string }>;
  /** API tokens that the restore of a backup disabled; those that are confirmed are answered. */
  unconfirmedTokens(): Promise<readonly Unconfirmed[]>;
  confirmTokens(tokenId: string): Promise<readonly Unconfirmed[]>;
  /** New keys sign in the vault; answers how many of each kind are accepted. */
  rotateKeys(): Promise<RotatedKeys>;
  /** Forgets a person, by their id or an e-mail address; tells how far it is. */
  purgePerson(person: string, tell: Tell): Promise<PersonPurged>;
  /** Erases records for good; answers how many commits held them. */
  purgeRecords(wanted: RecordsToPurge, tell: Tell): Promise<{ readonly commits: number }>;
  /** Runs work on what keeps the operations that were set aside. */
  operations<T>(work: (attempts: readonly Attempts[]) => Promise<T>): Promise<T>;
  /** Runs work on what keeps the parked streams. */
  parked<T>(work: (state: readonly Parking[]) => Promise<T>): Promise<T>;
};
/** How many keys are accepted, by what they sign. */
export type RotatedKeys = Readonly<Record<string, number>>;
export type Parking = Pick<SubscriptionState, 'parked' | 'find' | 'replay'>;

export const serviceWithModel = (name: string | undefined): { readonly name: string; readonly writeModuleUrl: URL } => {
  const service = services.find((one) => one.name === need(name, 'the service'));
  if (service?.writeModuleUrl === undefined)
    throw new UsageError(
      `there is no read model of "${name}"; choose ${services
        .filter((one) => one.writeModuleUrl !== undefined)
        .map((one) => one.name)
        .join(', ')}`,
    );
  return { name: service.name, writeModuleUrl: service.writeModuleUrl };
};

export const rebuilt = (
  service: string,
  before: string | undefined,
  { commits, hash }: { readonly commits: number; readonly hash: string },
): Answer => {
  const comparison =
    before === undefined
      ? 'there was none before'
      : before === hash
        ? 'equal to what was there'
        : 'DIFFERENT from what was there';
  return {
    text: `${service}: rebuilt from ${commits} commits; ${comparison} (${hash.slice(0, 16)})`,
    fine: before === undefined || before === hash,
  };
};

/** What a restore did, in words. */
export const restored = (
  what: string,
  { sessions, tokens }: { readonly sessions: number; readonly tokens: number },
): Answer => ({
  text:
    `${what}\n${sessions} sessions are ended: everybody signs in again.` +
    (tokens === 0
      ? ''
      : `\n${tokens} API tokens are disabled until an administrator confirms each: "tessera tokens list".`),
  fine: true,
});

/** What was looked at beside the logs, with a line for each thing wrong with it. */
export type Verified = { readonly name: string; readonly text: string; readonly damage: readonly string[] };

export const verified = (reports: readonly VerifyReport[], others: readonly Verified[] = []): Answer => {
  const lines = reports.flatMap((report) => [
    `${report.service}: ${report.damage.length === 0 ? 'ok' : 'DAMAGED'}, ${report.commits} commits, ${report.seals} seals, ${report.unsealed} unsealed, ${report.bytes} bytes`,
    ...(report.damage.length === 0 ? [] : [describeDamage(report)]),
  ]);
  for (const { name, text, damage } of others)
    lines.push(`${name}: ${damage.length === 0 ? 'ok' : 'DAMAGED'}${text}`, ...damage.map((line) => `  ${line}`));
  return {
    text: lines.length === 0 ? 'ok: there is no log yet' : lines.join('\n'),
    fine: [...reports, ...others].every(({ damage }) => damage.length === 0),
  };
};

/** What a salvage brought back, and what it could not. */
export const salvaged = (report: SalvageReport | undefined, service: string): Answer => {
  if (report === undefined) return { text: `${service}: nothing is damaged`, fine: true };
  const { whole, fromWal, lost, fromModel, keptIn } = report;
  const lines = [
    `${service}: ${whole} commits are whole${fromWal > 0 ? `, ${fromWal} of them from the damaged WAL` : ''}`,
  ];
  if (lost !== undefined) {
    const which = lost.from === lost.to ? `Commit ${lost.from} is lost` : `Commits ${lost.from} to ${lost.to} are lost`;
    lines.push(
      `${which}: who changed what in them, and when, cannot be brought back; they cannot be undone, and automations do not see them.`,
      fromModel === undefined
        ? 'The read model had nothing of them: what they changed is lost as well.'
        : `What they left behind was written from the read model: ${fromModel.rows} changes of records, ${fromModel.documents} of other things. The log says so in commits named $salvaged.`,
    );
  }
  return { text: [...lines, `The damaged files are in ${keptIn}.`].join('\n'), fine: lost === undefined };
};

export const backedUp = (folder: string, files: BackupManifest['files']): Answer => ({
  text: `backed up ${files.length} files, ${files.reduce((sum, file) => sum + file.bytes, 0)} bytes, to ${folder}`,
  fine: true,
});
