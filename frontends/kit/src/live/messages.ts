export type Person = {
  readonly userId: string;
  readonly name: string;
  /** Presence colour 1 to 8. */
  readonly color: number;
  readonly recordId: string | null;
  readonly fieldId: string | null;
  readonly editing: boolean;
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
  | { readonly type: 'presence'; readonly table: string; readonly people: readonly Person[] }
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
