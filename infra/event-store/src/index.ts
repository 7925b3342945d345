export * from './port.ts';
export { openRawCommit, type OpenedCommit, type RawEvent } from './raw.ts';
export { openStores, type Stores, type StoresOptions } from './open-stores.ts';
export { describeDamage, verifyLogs, type Damage, type VerifyReport } from './maintenance/verify.ts';
export { backup, restore, type BackupManifest } from './maintenance/backup.ts';
export { purge, type PurgeOptions } from './maintenance/purge.ts';
export { logicalDump, rebuildModel, type RebuildOptions } from './maintenance/rebuild.ts';
export { openLogExports, type ExportedTombstone, type LogExport } from './maintenance/export.ts';
