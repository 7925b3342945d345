import type { ServicePorts } from '@tessera/runtime';

const atOnce = 1_000;

/** Deletes what a list of small state holds of somebody, page by page; answers how many. The pages after it are those that were kept. */
export const drop = async <V>(
  state: Pick<ServicePorts['state'], 'list' | 'delete'>,
  bucket: string,
  theirs: (value: V, key: string) => boolean,
  prefix = '',
): Promise<number> => {
  let dropped = 0;
  for (let limit = atOnce; ; limit += atOnce) {
    const all = await state.list<V>('', bucket, prefix, limit);
    const found = all.filter(({ value, key }) => theirs(value, key));
    for (const { key } of found) await state.delete('', bucket, key);
    dropped += found.length;
    if (all.length < limit) return dropped;
  }
};
