import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { type Anchor, lettersOf, placeOf, type Run } from './anchors.ts';

export type Marked = { readonly id: string; readonly anchor: Anchor; readonly chosen: boolean };
const key = new PluginKey<readonly Marked[]>('commented');

/** The letters of a page: between blocks is a break. */
const runsOf = (doc: Node): readonly Run[] => {
  const runs: Run[] = [];
  doc.descendants((node, from) => {
    if (node.isText) runs.push({ text: node.text ?? '', from });
    else if (node.isBlock && runs.length > 0) runs.push({ text: '\n', from });
  });
  return runs;
};

/** The words that are chosen now, as a comment names them; null where none are. */
export const chosenIn = (doc: Node, from: number, to: number): Anchor | null => {
  const { text, places } = lettersOf(runsOf(doc));
  const at = places.findIndex((place) => place >= from);
  const end = places.findIndex((place) => place >= to);
  if (at === -1) return null;
  const words = text.slice(at, end === -1 ? undefined : end).slice(0, 500);
  const quote = words.trim();
  return quote === '' ? null : { quote, at: at + words.indexOf(quote) };
};

/** Shows the words that comments are about. */
export const Commented = Extension.create({
  name: 'commented',
  addProseMirrorPlugins: () => [
    new Plugin<readonly Marked[]>({
      key,
      state: {
        init: () => [],
        apply: (transaction, before) => (transaction.getMeta(key) as readonly Marked[] | undefined) ?? before,
      },
      props: {
        decorations: (state) => {
          const marked = key.getState(state) ?? [];
          if (marked.length === 0) return DecorationSet.empty;
          const { text, places } = lettersOf(runsOf(state.doc));
          const shown = marked.flatMap(({ id, anchor, chosen }) => {
            const found = placeOf(text, anchor);
            const [from, last] = found === undefined ? [] : [places[found.from], places[found.to - 1]];
            return from === undefined || last === undefined
              ? []
              : [
                  Decoration.inline(from, last + 1, {
                    'data-comment': id,
                    ...(chosen && { 'data-chosen': 'true' }),
                  }),
                ];
          });
          return DecorationSet.create(state.doc, shown);
        },
      },
    }),
  ],
});
export const commentedKey = key;
