import { fold } from '@tessera/kit';
import { type RefObject, useEffect } from 'react';

/** The words of a search, as they are compared. */
export const wordsOf = (search: string): readonly string[] =>
  [...new Set(fold(search).split(/\s+/))].filter((word) => word !== '');

const separators = /[.,'’\s]/;

type Folded = { readonly text: string; readonly starts: readonly number[]; readonly ends: readonly number[] };

/** A text as it is compared, with where each of its characters begins and ends in the text, its accents included. */
const folded = (text: string, digits: boolean): Folded => {
  let made = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let place = 0;
  for (const char of text) {
    const end = place + char.length;
    // "1,234" is found by 1234.
    if (!(digits && separators.test(char))) {
      const compared = fold(char);
      made += compared;
      for (let i = 0; i < compared.length; i++) {
        starts.push(place);
        ends.push(end);
      }
      if (compared === '' && ends.length > 0) ends[ends.length - 1] = end;
    }
    place = end;
  }
  return { text: made, starts, ends };
};

/** Where words stand in a text: from and to, in UTF-16 units, in the order of the text, without overlaps. */
export const marksIn = (text: string, words: readonly string[]): readonly (readonly [number, number])[] => {
  const found: [number, number][] = [];
  for (const word of words) {
    const { text: within, starts, ends } = folded(text, /^\d{2,}$/.test(word));
    for (let from = within.indexOf(word); from >= 0; from = within.indexOf(word, from + word.length))
      found.push([starts[from] ?? 0, ends[from + word.length - 1] ?? text.length]);
  }
  found.sort(([a], [b]) => a - b);
  const apart: [number, number][] = [];
  for (const [from, to] of found) {
    const before = apart.at(-1);
    if (before && from < before[1]) before[1] = Math.max(before[1], to);
    else apart.push([from, to]);
  }
  return apart;
};

/** What shows values: the cells of the grid, the cards of a phone. */
const places = '[data-body] [role="gridcell"]:not([aria-colindex="1"]), [data-cards] [data-place]';

/**
 * Marks what a search finds in the values that are drawn, also as they come into view. The marks are the browser's own
 * (no element is added), so that rows that are drawn again and again cost no more. `current` is the row that was
 * stepped to. A browser that has no such marks shows none.
 */
export const useSearchMarks = (root: RefObject<HTMLElement | null>, search: string, current: number | null): void => {
  useEffect(() => {
    const element = root.current;
    const words = wordsOf(search);
    if (!element || words.length === 0 || !('highlights' in CSS)) return undefined;
    const known = new Map<string, readonly (readonly [number, number])[]>();
    const all = new Highlight();
    const here = new Highlight();
    here.priority = 1;
    CSS.highlights.set('search', all);
    CSS.highlights.set('search-current', here);
    let frame = 0;
    const mark = (): void => {
      frame = 0;
      all.clear();
      here.clear();
      for (const place of element.querySelectorAll(places)) {
        const row = Number(place.closest('[data-place]')?.getAttribute('data-place') ?? Number.NaN);
        const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const text = node.nodeValue ?? '';
          let marks = known.get(text);
          if (marks === undefined) known.set(text, (marks = marksIn(text, words)));
          for (const [from, to] of marks) {
            const range = new StaticRange({
              startContainer: node,
              startOffset: from,
              endContainer: node,
              endOffset: to,
            });
            (row === current ? here : all).add(range);
          }
        }
      }
      if (known.size > 5000) known.clear();
    };
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(mark);
    };
    const observer = new MutationObserver(soon);
    observer.observe(element, { childList: true, characterData: true, subtree: true, attributeFilter: ['data-place'] });
    mark();
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      CSS.highlights.delete('search');
      CSS.highlights.delete('search-current');
    };
  }, [root, search, current]);
};
