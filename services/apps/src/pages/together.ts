import {
  initProseMirrorDoc,
  prosemirrorToYXmlFragment,
  updateYFragment,
  yXmlFragmentToProseMirrorRootNode,
} from '@tiptap/y-tiptap';
import { Node } from 'prosemirror-model';
import * as Y from 'yjs';
import { emptyPage, pageSchema } from './schema.ts';

/** The text of a page: as JSON, and as yjs keeps it (base64 of one update) once somebody changed it. */
export type PageText = { readonly contentJson: string; readonly together?: string | undefined };
type Together = { readonly contentJson: string; readonly together: string };

/** Where the editor finds the text in the document of yjs. */
const field = 'default';
/** Whom yjs takes the service for. It writes one commit after the other, so it is never two at once. */
const service = 1;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
export const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

/** The document of a text that nobody changed yet: the same bytes wherever it is made. */
const firstOf = (contentJson: string): Uint8Array => {
  const doc = new Y.Doc();
  doc.clientID = service;
  prosemirrorToYXmlFragment(Node.fromJSON(pageSchema, JSON.parse(contentJson)), doc.getXmlFragment(field));
  return Y.encodeStateAsUpdate(doc);
};

const documentOf = ({ contentJson, together }: PageText): Y.Doc => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, together === undefined ? firstOf(contentJson) : bytesOf(together));
  return doc;
};

/**
 * What the document says. Two changes that fit alone may together give what no page can hold; every reader leaves the
 * same out. Reading puts such things right where it reads: the document is of no use afterwards.
 */
const readText = (doc: Y.Doc): string => {
  const node = yXmlFragmentToProseMirrorRootNode(doc.getXmlFragment(field), pageSchema);
  return JSON.stringify(node.childCount === 0 ? emptyPage : node.toJSON());
};

/** The last texts that were worked out: what is decided is folded right behind it, and again for the model. */
const lately: { readonly before: string | undefined; readonly update: Uint8Array; readonly text: Together }[] = [];
const mostLately = 8;
const remember = (before: string | undefined, update: Uint8Array, text: Together): Together => {
  lately.unshift({ before, update, text });
  lately.length = Math.min(lately.length, mostLately);
  return text;
};
const recall = (before: string | undefined, update: Uint8Array): Together | undefined =>
  lately.find((one) => one.before === before && Buffer.compare(one.update, update) === 0)?.text;

const lacksSomething = ({ store }: Y.Doc): boolean => store.pendingStructs !== null || store.pendingDs !== null;

/**
 * The text after an update, and the update that makes it of what the log has. `same` where nothing is new, `apart` where
 * it builds on what is not there. Throws what yjs throws of bytes that are no update.
 */
export const written = (
  before: PageText,
  update: Uint8Array,
): { readonly text: Together; readonly update: Uint8Array } | 'same' | 'apart' => {
  const doc = documentOf(before);
  const was = Y.encodeStateAsUpdate(doc);
  Y.applyUpdate(doc, update);
  if (lacksSomething(doc)) return 'apart';
  const is = Y.encodeStateAsUpdate(doc);
  if (Buffer.compare(was, is) === 0) return 'same';
  // As the log will be folded, to the last byte.
  if (before.together === undefined) return { text: folded(undefined, is)!, update: is };
  return { text: remember(before.together, update, { together: base64(is), contentJson: readText(doc) }), update };
};

/** The update that makes another text of it, changing as little as it can. */
export const rewritten = (before: PageText, contentJson: string): Uint8Array => {
  const doc = documentOf(before);
  // From here on, since yjs takes another id where it reads what was written under its own.
  doc.clientID = service;
  const vector = Y.encodeStateVector(doc);
  const fragment = doc.getXmlFragment(field);
  const { meta } = initProseMirrorDoc(fragment, pageSchema);
  doc.transact(() => updateYFragment(doc, fragment, Node.fromJSON(pageSchema, JSON.parse(contentJson)), meta));
  return Y.encodeStateAsUpdate(doc, before.together === undefined ? undefined : vector);
};

/** What the log says of the text, folded: `update` is the whole of it where there was none. Never throws. */
export const folded = (together: string | undefined, update: Uint8Array): Together | undefined => {
  const known = recall(together, update);
  if (known !== undefined) return known;
  try {
    const doc = new Y.Doc();
    if (together !== undefined) Y.applyUpdate(doc, bytesOf(together));
    Y.applyUpdate(doc, update);
    const is = base64(Y.encodeStateAsUpdate(doc));
    return remember(together, update, { together: is, contentJson: readText(doc) });
  } catch {
    return undefined;
  }
};

/** What somebody lacks who has this much (the state vector of yjs; empty for nothing), and how much there is. */
export const lacking = (
  text: PageText,
  vector: Uint8Array,
): { readonly update: Uint8Array; readonly vector: Uint8Array } => {
  const doc = documentOf(text);
  return {
    update: Y.encodeStateAsUpdate(doc, vector.length === 0 ? undefined : vector),
    vector: Y.encodeStateVector(doc),
  };
};
