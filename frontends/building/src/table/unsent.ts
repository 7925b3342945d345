/** How long a preference that was on its way goes before what the server answers. */
const freshMs = 10_000;

type Entries = Readonly<Record<string, { readonly value: unknown; readonly at: number }>>;

/**
 * Preferences on their way to the server, kept for this tab: a page that is left sends its last ones while the next page
 * asks for them already, and must not be shown the ones before. They are one person's: `owner` names the person and the
 * organization, and who signs in next in the same tab has no part in them.
 */
export const openUnsent = (
  owner: string,
  storage: () => Pick<Storage, 'getItem' | 'setItem'>,
  now: () => number = Date.now,
) => {
  const name = `tessera.preferences.${owner}`;
  const read = (): Entries => {
    try {
      return JSON.parse(storage().getItem(name) ?? '{}') as Entries;
    } catch {
      return {};
    }
  };
  const write = (entries: Entries): void => {
    try {
      storage().setItem(name, JSON.stringify(entries));
    } catch {
      // A browser that keeps nothing shows what the server has.
    }
  };
  return {
    /** Notes a preference that is being sent; call the answer once it has arrived. */
    note(key: string, value: unknown): () => void {
      const at = now();
      write({ ...read(), [key]: { value, at } });
      return () => {
        const { [key]: mine, ...rest } = read();
        if (mine?.at === at) write(rest);
      };
    },
    /** Those that may not have arrived yet, by key. */
    fresh: (): Readonly<Record<string, unknown>> =>
      Object.fromEntries(
        Object.entries(read()).flatMap(([key, { value, at }]) => (now() - at < freshMs ? [[key, value]] : [])),
      ),
  };
};
