import type { SubscriptionState } from '@tessera/messaging';
import { describeDamage, type BackupManifest, type VerifyReport } from '@tessera/event-store';
import type { NewAdmin, NewOrganization, OrganizationMade } from '../../../services/auth/src/index.ts';
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
  verify(): Promise<Answer>;
  backup(folder: string): Promise<Answer>;
  restore(folder: string, replace: boolean): Promise<Answer>;
  createAdmin(admin: NewAdmin): Promise<'organization' | 'account' | 'changed'>;
  createOrganization(wanted: NewOrganization): Promise<OrganizationMade>;
  /** Runs work on what keeps the parked streams. */
  parked<T>(work: (state: readonly Parking[]) => Promise<T>): Promise<T>;
};
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

export const verified = (reports: readonly VerifyReport[]): Answer => {
  const lines = reports.flatMap((report) => [
    `${report.service}: ${report.damage.length === 0 ? 'ok' : 'DAMAGED'}, ${report.commits} commits, ${report.seals} seals, ${report.unsealed} unsealed, ${report.bytes} bytes`,
    ...(report.damage.length === 0 ? [] : [describeDamage(report)]),
  ]);
  return {
    text: lines.length === 0 ? 'ok: there is no log yet' : lines.join('\n'),
    fine: reports.every((report) => report.damage.length === 0),
  };
};

export const backedUp = (folder: string, files: BackupManifest['files']): Answer => ({
  text: `backed up ${files.length} files, ${files.reduce((sum, file) => sum + file.bytes, 0)} bytes, to ${folder}`,
  fine: true,
});
