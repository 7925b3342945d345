import { toast, useErrorText, useShortcut, useTexts } from '@tessera/kit';
import type { RefObject } from 'react';
import { bookmark, markRead, type Notification } from './for-you.resource.ts';

type Parts = {
  readonly rows: readonly Notification[];
  /** What holds the rows, one list item each. */
  readonly list: RefObject<HTMLElement | null>;
  readonly onForward: (row: Notification) => void;
  readonly onReadAll: () => void;
};

/** The inbox by keyboard: from row to row, and what is done with the one that has the focus. */
export const useRowKeys = ({ rows, list, onForward, onReadAll }: Parts): void => {
  const t = useTexts('for-you');
  const shell = useTexts('shell');
  const errorText = useErrorText('shell');
  const group = shell('forYou.title');
  const items = (): readonly Element[] => Array.from(list.current?.querySelectorAll('li') ?? []);
  const focused = (): number => items().findIndex((item) => item.contains(document.activeElement));
  const step = (by: number): void => {
    const all = items();
    const at = focused();
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(Math.max(at + by, 0), all.length - 1);
    all[next]?.querySelector<HTMLElement>('a, button')?.focus();
  };
  const onRow = (act: (row: Notification) => Promise<void> | void, failed: string) => (): void => {
    const row = rows[focused()];
    if (row === undefined) return;
    void Promise.resolve(act(row)).catch((error: unknown) =>
      toast({ kind: 'error', message: failed, detail: errorText(error) }),
    );
  };
  const read = (row: Notification): Promise<void> | undefined => (row.isRead ? undefined : markRead(row.id));
  useShortcut({ keys: 'j', label: t('key.next'), group }, () => step(1));
  useShortcut({ keys: 'k', label: t('key.previous'), group }, () => step(-1));
  useShortcut({ keys: 'e', label: t('key.read'), group }, onRow(read, shell('forYou.notMarked')));
  useShortcut(
    { keys: 'b', label: t('key.keep'), group },
    onRow((row) => bookmark(row.id, !row.isBookmarked), t('notKept')),
  );
  useShortcut(
    { keys: 'f', label: t('forward'), group },
    onRow((row) => {
      if (row.link !== null) onForward(row);
    }, t('notForwarded')),
  );
  useShortcut({ keys: 'shift+e', label: shell('forYou.markAll'), group }, onReadAll);
};
