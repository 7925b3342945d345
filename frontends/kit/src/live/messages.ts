export type Person = {
  readonly userId: string;
  readonly name: string;
  /** Presence colour 1 to 8. */
  readonly color: number;
  readonly recordId: string | null;
  readonly fieldId: string | null;
  readonly editing: boolean;
};

/**
 * Who is at a table now, as a change of what was told before, or `all` of it. At most twenty are named, those with a
 * record on this screen first; `count` is everybody.
 */
export type PresenceChange = {
  readonly table: string;
  readonly all?: boolean;
  readonly people: readonly (Person & { readonly key: string })[];
  readonly gone?: readonly string[];
  readonly count: number;
};

export type LiveMessage =
  | { readonly type: 'ready'; readonly position?: string | number }
  | {
      readonly type: 'changed';
      readonly topic: string;
      readonly kind: 'created' | 'changed' | 'deleted' | 'definition' | 'progress';
      readonly position: string | number;
      readonly ids: readonly string[] | 'many';
      readonly actorId: string | null;
    }
  | { readonly type: 'presence'; readonly tables: readonly PresenceChange[] }
  | { readonly type: 'event'; readonly name: string; readonly data: unknown }
  | { readonly type: 'denied'; readonly topic: string }
  | { readonly type: 'ended'; readonly reason: string };

const types = new Set(['ready', 'changed', 'presence', 'event', 'denied', 'ended']);

/** Reads one frame of the live channel; null for anything that is not a message of it. */
export const readMessage = (frame: unknown): LiveMessage | null => {
  if (typeof frame !== 'string') return null;
  try {
    const value: unknown = JSON.parse(frame);
    if (
      typeof value !== 'object' ||
      value === null ||
      !('type' in value) ||
      typeof value.type !== 'string' ||
      !types.has(value.type)
    )
      return null;
    return value as LiveMessage;
  } catch {
    return null;
  }
};
