import { readFileSync } from 'node:fs';
import { readClusterConfig, type ClusterConfig } from '@tessera/runtime/cluster-config';
import { z } from 'zod';
import { helpSchema, type Help } from './help/help.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const nowhere: Help = helpSchema.parse({});

/** The operator's file of links to help. Throws with what is wrong in it, so that the start says it. */
export const readHelp = (environment: Environment = process.env): Help => {
  const path = environment['TESSERA_HELP'] ?? '';
  if (path === '') return nowhere;
  const wrong = (why: string) => new Error(`The configuration is not valid:\n  TESSERA_HELP: ${path} ${why}`);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw wrong('cannot be read as JSON');
  }
  const read = helpSchema.safeParse(value);
  if (!read.success) throw wrong(`is no file of help: ${z.prettifyError(read.error)}`);
  return read.data;
};

/** What this service needs when it runs in a process of its own; the only reader of the environment in this service. */
export const readConfig = (): ClusterConfig => readClusterConfig(process.env);
