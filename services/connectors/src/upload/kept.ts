import type { ServicePorts } from '@tessera/runtime';
import { handleLifetimeMs } from './handles.ts';

type Entry = {
  readonly organizationId: string;
  readonly handle: string;
  /** Who sent it. */
  readonly userId?: string;
  /** Bytes that count: while the file arrives, the most that it may have. */
  readonly size: number;
  /** When the file goes, in ms. */
  readonly until: number;
};

const bucket = 'connector-files';
const dayMs = 24 * 3_600_000;
/** Files of one organization at once; so many that nobody counts them are refused like too many bytes. */
const mostFiles = 10_000;

/**
 * Knows which uploads are kept, how much of an organization's room they take, and until when. A file is written down
 * before its first byte, so that none is left behind by a stop in the middle.
 */
export const createKept = ({ files, state, clock }: Pick<ServicePorts, 'files' | 'state' | 'clock'>, room: number) => {
  const keyOf = (organizationId: string, handle: string): string => `${organizationId}:${handle}`;
  const put = (entry: Entry): Promise<void> => state.put('', bucket, keyOf(entry.organizationId, entry.handle), entry);
  const forget = (organizationId: string, handle: string): Promise<void> =>
    state.delete('', bucket, keyOf(organizationId, handle));
  const drop = async (organizationId: string, handle: string): Promise<void> => {
    await files.delete(organizationId, handle);
    await forget(organizationId, handle);
  };
  /** Changes when a file goes; one that is gone stays gone. */
  const keepFor = async (organizationId: string, handle: string, ms: number): Promise<void> => {
    const entry = await state.get<Entry>('', bucket, keyOf(organizationId, handle));
    if (entry !== undefined) await put({ ...entry, until: clock() + ms });
  };

  return {
    /**
     * Takes room for a file that begins to arrive; false where the organization has too little left. Files that arrive
     * at the same time count in full for each other: two may both be refused, never both taken.
     */
    reserve: async (organizationId: string, handle: string, size: number, userId: string): Promise<boolean> => {
      await put({ organizationId, handle, userId, size, until: clock() + dayMs });
      const all = await state.list<Entry>('', bucket, `${organizationId}:`, mostFiles + 1);
      // An entry of an earlier version has no size.
      const taken = all.reduce((sum, { value }) => sum + (value.size ?? 0), 0);
      if (taken <= room && all.length <= mostFiles) return true;
      await forget(organizationId, handle);
      return false;
    },
    /** The file is there: it counts with the bytes that it has, and stays as long as its handle is good. */
    arrived: (organizationId: string, handle: string, size: number, userId: string): Promise<void> =>
      put({ organizationId, handle, userId, size, until: clock() + handleLifetimeMs }),
    /** Nothing of the file arrived, so nothing is there to delete: what it reserved is free again. */
    forget,
    drop,
    /** An import reads the file: it stays, however late in its week that begins. */
    hold: (organizationId: string, handle: string): Promise<void> => keepFor(organizationId, handle, handleLifetimeMs),
    /** The import ended: for a day the file can be imported again. */
    release: (organizationId: string, handle: string): Promise<void> => keepFor(organizationId, handle, dayMs),
    /** Removes what one person sent. */
    dropOf: async (organizationId: string, userId: string): Promise<void> => {
      for (const { value } of await state.list<Entry>('', bucket, `${organizationId}:`, mostFiles + 1))
        if (value.userId === userId) await drop(organizationId, value.handle);
    },
    /** Removes files whose time is over. */
    sweep: async (): Promise<void> => {
      for (const { value } of await state.list<Entry>('', bucket, '', 10 * mostFiles)) {
        if (value.until <= clock()) await drop(value.organizationId, value.handle);
      }
    },
  };
};
export type Kept = ReturnType<typeof createKept>;
