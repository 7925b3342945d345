import { type ComponentType, type ReactNode, startTransition, useEffect, useState, useSyncExternalStore } from 'react';

export type Brought = {
  /** Brings its code before it is shown. What fails is tried again when it is. */
  readonly bring: () => void;
  /** Whether its code is there, or failed to come: then it says so in its place. */
  readonly settled: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
};
export type Later<P> = ComponentType<P & { readonly meanwhile?: ReactNode }> & Brought;

/** Whether all of it can be drawn at once. */
export const useBrought = (...all: readonly Brought[]): boolean =>
  useSyncExternalStore(
    (listener) => {
      const ends = all.map((one) => one.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    () => all.every((one) => one.settled()),
  );

/**
 * A part of a page whose code comes when it is shown first: once, and at once where `bring` came before. Without
 * Suspense, which shows nothing for 300 ms after what stood there meanwhile. Throws into the page what its code failed
 * with; the page that tries again tries it again.
 */
export const later = <P extends object>(load: () => Promise<ComponentType<P>>): Later<P> => {
  let part: ComponentType<P> | undefined;
  let coming: Promise<void> | undefined;
  let settled = false;
  const listeners = new Set<() => void>();
  const settle = (): void => {
    settled = true;
    for (const listener of listeners) listener();
  };
  const bring = (): Promise<void> => {
    coming ??= load().then(
      (loaded) => {
        part = loaded;
        settle();
      },
      (error: unknown) => {
        coming = undefined;
        settle();
        throw error;
      },
    );
    return coming;
  };
  const Part = ({ meanwhile = null, ...props }: P & { readonly meanwhile?: ReactNode }) => {
    const [, came] = useState(false);
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
    const Shown = part;
    useEffect(() => {
      // What was drawn counts: the code may have come since, and nothing else would draw it.
      if (Shown !== undefined) return undefined;
      let left = false;
      bring().then(
        () => {
          if (!left) startTransition(() => came(true));
        },
        (error: unknown) => {
          if (!left) setFailure({ error });
        },
      );
      return () => {
        left = true;
      };
    }, [Shown]);
    if (failure !== null) throw failure.error;
    return Shown === undefined ? meanwhile : <Shown {...(props as unknown as P)} />;
  };
  return Object.assign(Part, {
    bring: () => void bring().catch(() => undefined),
    settled: () => settled,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
};
