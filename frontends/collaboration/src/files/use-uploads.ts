import { errorCode, type FileEntry, toast, uploadFile, useErrorText, useTexts } from '@tessera/kit';
import { useCallback, useEffect, useRef, useState } from 'react';

/** A file on its way, and how much of it has arrived, from 0 to 1. */
export type Coming = { readonly key: number; readonly name: string; readonly sent: number };

let last = 0;

/** Uploads of one place; each that is whole goes to `onDone`. What is on its way when the place is left is stopped. */
export const useUploads = (most: number, present: number, onDone: (entry: FileEntry) => void) => {
  const t = useTexts('collaboration');
  const errorText = useErrorText('collaboration');
  const [coming, setComing] = useState<readonly Coming[]>([]);
  const stops = useRef(new Map<number, AbortController>());
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    const all = stops.current;
    return () => all.forEach((stop) => stop.abort(new DOMException('The place was left', 'AbortError')));
  }, []);
  const send = async (file: File): Promise<void> => {
    const key = ++last;
    const stop = new AbortController();
    stops.current.set(key, stop);
    setComing((before) => [...before, { key, name: file.name, sent: 0 }]);
    try {
      const entry = await uploadFile(file, {
        signal: stop.signal,
        onSent: (bytes) =>
          setComing((before) =>
            before.map((one) => (one.key === key ? { ...one, sent: file.size === 0 ? 1 : bytes / file.size } : one)),
          ),
        onWaiting: () => undefined,
      });
      done.current(entry);
    } catch (error) {
      if (!stop.signal.aborted && errorCode(error) !== 'aborted')
        toast({ kind: 'error', message: t('files.notSent', { file: file.name }), detail: errorText(error) });
    } finally {
      stops.current.delete(key);
      setComing((before) => before.filter((one) => one.key !== key));
    }
  };
  const add = (files: readonly File[]): void => {
    const room = Math.max(0, most - present - coming.length);
    for (const file of files.slice(0, room)) void send(file);
    if (files.length > room) toast({ kind: 'error', message: t('files.tooMany', { count: most }) });
  };
  const stop = useCallback(
    (key: number): void => stops.current.get(key)?.abort(new DOMException('The upload was stopped', 'AbortError')),
    [],
  );
  return { coming, add, stop };
};
