import type { TestProject } from 'vitest/node';
import { setUp, startProduct } from './product.ts';

/** A product that files share, as their worker processes are told of it. */
export type Shared = {
  readonly url: string;
  /** Its data folder; empty where it is not one process on this machine. */
  readonly data: string;
  /** The container in which the platform's command line runs; empty where it is none. */
  readonly container: string;
};
declare module 'vitest' {
  // Vitest's own way to say what is provided is to add to its interface.
  interface ProvidedContext {
    readonly product: Shared;
  }
}

/**
 * Before a suite: one product for all of its files, which each make an organization of their own on it (`joinProduct`).
 * One that
 * somebody else started is left as it is.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const product = await startProduct();
  const { url, data, container = '' } = product;
  if (data !== '' || container !== '') await setUp(url);
  project.provide('product', { url, data, container });
  return async () => void (await product.stop());
};
