import { read, type Loading } from '@tessera/kernel';

export type Owners = (scope: string, key: string) => string | undefined;

/** Looks up who owns the keys of several scopes. */
export function* loadOwners(wanted: ReadonlyMap<string, readonly string[]>): Loading<Owners> {
  const owners = new Map<string, string>();
  for (const [scope, keys] of wanted) {
    const found = yield* read.claims(scope, keys);
    keys.forEach((key, i) => {
      const owner = found[i];
      if (owner !== undefined) owners.set(`${scope}\0${key}`, owner);
    });
  }
  return (scope, key) => owners.get(`${scope}\0${key}`);
}
