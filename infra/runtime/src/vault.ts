import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  openStateStore,
  setStateAside,
  stateDamage,
  stateWrites,
  wholeEntries,
  type StateStore,
} from '@tessera/document-store';
import { openPosition, readPosition } from '@tessera/event-store';
import { systemClock } from '@tessera/kernel';
import { openSubscriptionState, subscriptionDamage, type SubscriptionState } from '@tessera/messaging';
import type { Logger } from '@tessera/telemetry';

type OpenedState = StateStore & { close(): Promise<void> };

const vaultFile = (dataFolder: string): string => join(dataFolder, 'vault.db');
const positionFile = (dataFolder: string): string => join(dataFolder, 'vault.position');

/**
 * What is wrong with the vault, a line each. It must be there once anything was written (`inUse`), and must have at
 * least the writes that the file beside it names.
 */
export const vaultDamage = (dataFolder: string, inUse: boolean): string[] => {
  const path = vaultFile(dataFolder);
  const noted = readPosition(positionFile(dataFolder));
  const must = typeof noted === 'string' ? 0 : noted.seq;
  if (!existsSync(path) && !inUse && must === 0) return [];
  const damage = stateDamage(path);
  if (damage.length > 0) return damage;
  const writes = stateWrites(path);
  return writes >= must ? [] : [`lacks its last ${must - writes} writes`];
};

/**
 * Opens what keeps passwords and other secrets. Throws when it is lost or damaged, before anything is changed: an empty
 * one in its place would look as if every password were wrong.
 */
export const openVault = (dataFolder: string, inUse: boolean): OpenedState => {
  const damage = vaultDamage(dataFolder, inUse);
  if (damage.length > 0)
    throw new Error(
      `vault.db ${damage.join('; ')}. It holds passwords, hashes of API tokens and other secrets, and nothing else has them. ` +
        'Nothing was changed. Bring back a backup with "tessera restore <folder> --replace", ' +
        'or keep what is whole of it with "tessera salvage vault".',
    );
  const position = openPosition(positionFile(dataFolder));
  const vault = openStateStore({
    path: vaultFile(dataFolder),
    clock: systemClock,
    onWritten: (seq) => {
      position.note({ logId: 'vault', epoch: 1, seq });
      position.flush();
    },
  });
  return {
    ...vault,
    close: async () => {
      await vault.close();
      position.close();
    },
  };
};

/** Opens small state that may be lost (sessions, limits): where it is damaged it is set aside and begun anew. */
export const openState = (dataFolder: string, log: Logger): OpenedState => {
  const path = join(dataFolder, 'state.db');
  const damage = existsSync(path) ? stateDamage(path).filter((line) => line !== 'is empty') : [];
  if (damage.length > 0) {
    setStateAside(path, dataFolder, 'state.db.damaged');
    log.warn('state.db was damaged: it is set aside as state.db.damaged and begun anew, everybody signs in again', {
      damage,
    });
  }
  return openStateStore({ path, clock: systemClock, durable: false });
};

/**
 * Opens what reactions remember: where it is damaged it is set aside and begun anew. They hear every event once more,
 * which each of them is made for, and streams that were parked are tried again with the rest.
 */
export const openSubscriptions = (dataFolder: string, log: Logger): SubscriptionState => {
  const path = join(dataFolder, 'subscriptions.db');
  const damage = subscriptionDamage(path);
  if (damage.length > 0) {
    setStateAside(path, dataFolder, 'subscriptions.db.damaged');
    log.warn(
      'subscriptions.db was damaged: it is set aside as subscriptions.db.damaged and begun anew, every event is looked at again',
      { damage },
    );
  }
  return openSubscriptionState(path);
};

/** Deletes damaged state and vaults that were set aside: a purge of a person may not leave them there. */
export const dropStateAsides = (dataFolder: string): void => {
  for (const name of readdirSync(dataFolder))
    if (
      name.startsWith('state.db.damaged') ||
      name.startsWith('subscriptions.db.damaged') ||
      name.startsWith('salvaged-')
    )
      rmSync(join(dataFolder, name), { recursive: true, force: true });
};

/** Keeps what is whole of a damaged vault and answers what that was; undefined when nothing is wrong with it. */
export const salvageVault = async (
  dataFolder: string,
): Promise<{ readonly whole: number; readonly damage: readonly string[]; readonly keptIn: string } | undefined> => {
  const damage = vaultDamage(dataFolder, true);
  if (damage.length === 0) return undefined;
  const path = vaultFile(dataFolder);
  const { entries } = existsSync(path) ? wholeEntries(path) : { entries: [] };
  const keptIn = join(dataFolder, `salvaged-${Date.now()}`);
  mkdirSync(keptIn, { mode: 0o700 });
  setStateAside(path, keptIn, 'vault.db');
  setStateAside(positionFile(dataFolder), keptIn, 'vault.position');
  const vault = openVault(dataFolder, false);
  try {
    for (const { organization, bucket, key, value, expires } of entries)
      await vault.put(organization, bucket, key, JSON.parse(value), expires === null ? {} : { expiresAt: expires });
  } finally {
    await vault.close();
  }
  return { whole: entries.length, damage, keptIn };
};
