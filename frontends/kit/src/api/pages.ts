/** All entries of a list that comes in pages. `ask` gets the `next` of the page before. */
export const everyPage = async <T>(
  ask: (after: string | undefined) => Promise<{ readonly entries: readonly T[]; readonly next?: string | undefined }>,
): Promise<readonly T[]> => {
  const all: T[] = [];
  for (let after: string | undefined; ;) {
    const { entries, next } = await ask(after);
    all.push(...entries);
    if (next === undefined) return all;
    after = next;
  }
};
