/** The part of a small durable store that attempts are kept in. */
type Kept = {
  get<V>(organizationId: string, bucket: string, key: string): Promise<V | undefined>;
  put(organizationId: string, bucket: string, key: string, value: unknown): Promise<void>;
  delete(organizationId: string, bucket: string, key: string): Promise<void>;
  list<V>(
    organizationId: string,
    bucket: string,
    prefix: string,
    limit: number,
  ): Promise<readonly { readonly key: string; readonly value: V }[]>;
};

const bucket = 'attempts';
/** So many processes may end while they work on one slice; then it is left to an operator. */
const mostEnded = 2;

type Attempt = {
  readonly organizationId: string;
  readonly kind: string;
  /** The slice that was begun last, and by how many processes. */
  readonly slice: number;
  readonly begun: number;
  /** Since when it waits for an operator, in ms. */
  readonly asideAt?: number;
  /** What the operator wants of it. */
  readonly discard?: true;
};

/** Work that ended the process twice, as an operator sees it. */
export type SetAside = {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: string;
  readonly slice: number;
  readonly asideAt: number;
};

/**
 * Counts, durably and before it begins, each slice of long work: one that ended the process twice is set aside instead
 * of being begun again at every start. A slice that is tried again by the same process counts once.
 */
export const createAttempts = (state: Kept, clock: () => number) => {
  const mine = new Map<string, number>();
  const get = (id: string): Promise<Attempt | undefined> => state.get<Attempt>('', bucket, id);
  const forget = async (id: string): Promise<void> => {
    mine.delete(id);
    await state.delete('', bucket, id);
  };

  return {
    /** Whether a slice may begin; if so, it has begun. */
    begin: async (
      id: string,
      work: { readonly organizationId: string; readonly kind: string },
      slice: number,
    ): Promise<'go' | 'aside' | 'discard'> => {
      if (mine.get(id) === slice) return 'go';
      const known = await get(id);
      if (known?.discard === true) return 'discard';
      if (known?.asideAt !== undefined) return 'aside';
      const ended = known?.slice === slice ? known.begun : 0;
      if (ended >= mostEnded) {
        await state.put('', bucket, id, { ...known!, asideAt: clock() } satisfies Attempt);
        return 'aside';
      }
      const { organizationId, kind } = work;
      await state.put('', bucket, id, { organizationId, kind, slice, begun: ended + 1 } satisfies Attempt);
      mine.set(id, slice);
      return 'go';
    },
    /** This process lets go of the work in good order, at its end or before: nothing of it was its fault. */
    release: async (id: string): Promise<void> => {
      if (mine.has(id)) await forget(id);
    },
    /** The work is over, whoever did it. */
    forget,
    /** Whether the work waits for an operator's word. */
    waits: async (id: string): Promise<boolean> => {
      const known = await get(id);
      return known?.asideAt !== undefined && known.discard !== true;
    },
    list: async (): Promise<readonly SetAside[]> =>
      (await state.list<Attempt>('', bucket, '', 10_000)).flatMap(({ key, value }) =>
        value.asideAt === undefined || value.discard === true ? [] : [{ ...value, id: key, asideAt: value.asideAt }],
      ),
    /** An operator's word: it is tried again, or ended as failed, by the process that looks next. */
    decide: async (id: string, what: 'resume' | 'discard'): Promise<boolean> => {
      const known = await get(id);
      if (known?.asideAt === undefined) return false;
      if (what === 'resume') await state.delete('', bucket, id);
      else await state.put('', bucket, id, { ...known, discard: true } satisfies Attempt);
      return true;
    },
  };
};

export type Attempts = ReturnType<typeof createAttempts>;
