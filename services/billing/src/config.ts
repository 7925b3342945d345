import { readFileSync } from 'node:fs';
import { readClusterConfig, type ClusterConfig } from '@tessera/runtime/cluster-config';
import { z } from 'zod';
import { ours } from './plans/catalog.ts';
import { catalogSchema, type Catalog } from './plans/plans.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The operator's file of plans, or ours. Throws with what is wrong in the file, so that the start says it. */
export const readCatalog = (environment: Environment = process.env): Catalog => {
  const path = environment['TESSERA_PLANS'] ?? '';
  if (path === '') return ours;
  const wrong = (why: string) => new Error(`The configuration is not valid:\n  TESSERA_PLANS: ${path} ${why}`);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw wrong('cannot be read as JSON');
  }
  const read = catalogSchema.safeParse(value);
  if (!read.success) throw wrong(`is no file of plans: ${z.prettifyError(read.error)}`);
  return read.data;
};

/** What this service needs when it runs in a process of its own; the only reader of the environment in this service. */
export const readConfig = (): ClusterConfig => readClusterConfig(process.env);
