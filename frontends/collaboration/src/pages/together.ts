import * as Y from 'yjs';

/** How the service is reached. */
export type Wire = {
  /** What it has beyond the state vector, and its own. */
  readonly lacking: (since: Uint8Array) => Promise<{ readonly update: Uint8Array; readonly vector: Uint8Array }>;
  /** Writes a piece. `endsVersion`: what follows is another version. */
  readonly write: (update: Uint8Array, endsVersion: boolean) => Promise<void>;
  /** Whether an answer says that the piece builds on what the service lacks, or that it will never take it. */
  readonly kindOf: (error: unknown) => 'apart' | 'refused' | 'later';
};

/** `kept`: it is here and will be sent again. `refused`: the service does not take what was written. */
export type State = 'loading' | 'saved' | 'waits' | 'saving' | 'kept' | 'refused';

const firstWaitMs = 1000;
const longestWaitMs = 15_000;
const remote = Symbol('remote');

/**
 * A text that several people write at once: what is written here is sent in pieces, what others wrote is asked for when
 * it is announced. Pieces find their place whenever they come, so nothing that is written without a connection is lost.
 */
export const createTogether = (options: {
  readonly wire: Wire;
  /** Whether the person may write: who only reads sends nothing, also where showing the text puts it right. */
  readonly writes: boolean;
  readonly onState: (state: State, error?: unknown) => void;
  /** How long what is written is gathered before it is sent, in ms, in a text of so many bytes. */
  readonly pauseMs: (bytes: number) => number;
}) => {
  const { wire, writes, onState, pauseMs } = options;
  const doc = new Y.Doc();
  let loaded = false;
  /** Of the text with all that was deleted in it, roughly. */
  let bytes = 0;
  let ended = false;
  let refused = false;
  let pending: Uint8Array[] = [];
  let endsVersion = false;
  let sending: Promise<void> | undefined;
  let pulling: Promise<void> | undefined;
  let again = false;
  let wait = firstWaitMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const soon = (ms: number): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void send();
    }, ms);
  };
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    bytes += update.length;
    if (origin === remote || ended || !writes) return;
    pending.push(update);
    if (refused) return;
    if (sending === undefined) onState('waits');
    soon(pauseMs(bytes));
  });

  const pullOnce = async (): Promise<Uint8Array> => {
    const { update, vector } = await wire.lacking(loaded ? Y.encodeStateVector(doc) : new Uint8Array());
    if (!ended) Y.applyUpdate(doc, update, remote);
    return vector;
  };
  /** Asks for what others wrote. What is announced meanwhile is asked for once more. */
  const pull = (): Promise<void> => {
    if (pulling !== undefined) {
      again = true;
      return pulling;
    }
    clearTimeout(retry);
    pulling = (async () => {
      try {
        await pullOnce();
        if (loaded) return;
        loaded = true;
        onState('saved');
      } catch (error) {
        if (!loaded && wire.kindOf(error) === 'refused') onState('refused', error);
        else if (!ended) retry = setTimeout(() => void pull(), firstWaitMs);
      }
    })().finally(() => {
      pulling = undefined;
      if (!again || ended) return;
      again = false;
      void pull();
    });
    return pulling;
  };

  const sendOnce = async (): Promise<void> => {
    const [pieces, ends] = [pending, endsVersion];
    [pending, endsVersion] = [[], false];
    onState('saving');
    try {
      await wire.write(pieces.length === 0 ? new Uint8Array([0, 0]) : Y.mergeUpdates(pieces), ends);
      wait = firstWaitMs;
      onState(pending.length > 0 ? 'waits' : 'saved');
    } catch (error) {
      pending.unshift(...pieces);
      endsVersion ||= ends;
      const kind = wire.kindOf(error);
      // What is here and not there, whatever got lost between; where it cannot be asked now, the next answer says so again.
      if (kind === 'apart')
        await pullOnce().then(
          (vector) => (pending = [Y.encodeStateAsUpdate(doc, vector)]),
          () => undefined,
        );
      refused = kind === 'refused';
      onState(refused ? 'refused' : 'kept', error);
      if (refused || ended) return;
      soon(wait * (0.75 + Math.random() / 2));
      wait = Math.min(longestWaitMs, wait * 2);
    }
  };
  const send = (): Promise<void> => {
    if (sending !== undefined) return sending.then(send);
    clearTimeout(timer);
    timer = undefined;
    if (refused || (pending.length === 0 && !endsVersion)) return Promise.resolve();
    sending = sendOnce().finally(() => {
      sending = undefined;
      if (pending.length > 0 && !refused && !ended) soon(pauseMs(bytes));
    });
    return sending;
  };

  return {
    doc,
    pull,
    /** Sends what waits. With `version`, what is written from now on is another version. */
    save: (version = false): Promise<void> => {
      endsVersion ||= version;
      return send();
    },
    /** The connection is back: whatever waited longer goes now. */
    hurry: (): void => {
      wait = firstWaitMs;
      void send();
      void pull();
    },
    /** Sends what waits and takes in nothing more. */
    end: (): void => {
      ended = true;
      clearTimeout(retry);
      void send();
    },
  };
};
export type Together = ReturnType<typeof createTogether>;
