import { readAloneConfig, type AloneConfig } from '@tessera/runtime/alone';

export type Config = { readonly alone: AloneConfig; readonly environment: Readonly<Record<string, string | undefined>> };

/** What this service needs when it runs in a process of its own; the only reader of the environment in this service. */
export const readConfig = (): Config => ({ alone: readAloneConfig(process.env), environment: process.env });
