import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { client, commandLine, login, owner, setUp, startProduct, type Client, type Owner } from './product.ts';
import type { Shared } from './share.ts';

const run = promisify(execFile);

/** A product that other files use at the same time, and this file's own organization on it. */
export type Joined = Shared & {
  readonly owner: Owner;
  /** The owner's client. */
  readonly api: Client;
  /** An address that no other file's people have. */
  address(name: string): string;
};

const create = (product: Shared, who: Owner): Promise<unknown> => {
  const { organization, ...person } = who;
  const options = Object.entries(person).flatMap(([name, value]) => [`--${name}`, value]);
  const command = ['create-organization', organization, ...options];
  return product.container === ''
    ? commandLine(product.data, ...command)
    : run('docker', ['exec', product.container, 'node', 'infra/runtime/src/cli.ts', ...command]);
};

/**
 * Makes an organization for this file on the product that the suite shares. On one that somebody else started, where
 * no command line is at hand, it is the first one.
 */
export const joinProduct = async (): Promise<Joined> => {
  const product = inject('product');
  const elsewhere = product.data === '' && product.container === '';
  const domain = elsewhere ? 'marlow.example' : `${randomBytes(4).toString('hex')}.marlow.example`;
  const address = (name: string): string => `${name}@${domain}`;
  const who: Owner = { ...owner, email: address('maren') };
  const joined = async (): Promise<Client> => {
    if (!elsewhere) await create(product, who);
    else if ((await client(product.url, '').call<{ needed: boolean }>('GET', 'setup')).needed)
      return setUp((await startProduct()).url);
    return login(product.url, who);
  };
  return { ...product, owner: who, address, api: await joined() };
};
