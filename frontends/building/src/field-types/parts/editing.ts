import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isCut } from '../../data/cut-text.ts';
import { editText } from '../../data/values.ts';
import type { EditorProps } from '../view.ts';

/** What an editor begins with: kept, since others may change the value while it is edited. */
export const useInitial = ({ field, value, start, text, habits }: EditorProps): string =>
  useState(() => text ?? (start === 'value' && !isCut(value) ? editText(field, value, habits) : ''))[0];

/** A text area begins with its caret before what stands in it, also before the key that opened it. */
export const selectEnd = (element: HTMLInputElement | HTMLTextAreaElement): void => {
  element.focus({ preventScroll: true });
  const end = element.value.length;
  element.setSelectionRange(end, end);
};

export const useClosed = (readOnly: boolean | undefined, close: () => void): void => {
  const latest = useRef(close);
  useLayoutEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (readOnly === true) latest.current();
  }, [readOnly]);
};

/** The parts of an event that say which key it is. */
export const keyOf = (event: KeyboardEvent) => ({
  key: event.key,
  ctrlKey: event.ctrlKey,
  metaKey: event.metaKey,
  shiftKey: event.shiftKey,
  altKey: event.altKey,
});
