import type { DocumentReader } from '@tessera/document-store';
import { fold, type Actor } from '@tessera/kernel';
import { userOf } from '@tessera/proto/rights';
import type { Directory } from '@tessera/runtime/directory';
import { plainText } from './content.ts';
import type { Find, Heard } from './find.ts';
import { messageDocId, type MessageDocument } from './projection.ts';
import { contentOf, wireMessage, type WireMessage } from './wire.ts';

/** Messages that are found and that are looked at for one answer. */
const mostFound = 50;
const mostRead = 10_000;
const atOnce = 100;
/** Of what somebody hears: where something was said last. */
const mostPlaces = 200;

/** `at`: where it stands in the conversation; of an answer the message that it answers. */
type Found = { readonly conversationId: string; readonly at: number; readonly message: WireMessage };
export type SearchPage = {
  readonly conversations: readonly Heard[];
  readonly messages: readonly Found[];
  /** There is more that was said before this moment (ms). */
  readonly previous?: number;
};
type Ports = { readonly documents: DocumentReader; readonly find: Find; readonly directory: Directory };
/** One place, read from its end: what was read and is not looked at yet stands newest last. */
type Source = { readonly heard: Heard; left: number; readonly buffer: MessageDocument[] };

/** Finds words in the names of conversations and in what was said in them, the newest first, of what one hears. */
export const createSearch = ({ documents, find, directory }: Ports) => {
  const pageOf = (actor: Actor, place: string, from: number, count: number): Promise<readonly MessageDocument[]> =>
    documents.find<MessageDocument>(actor.organizationId, 'messages', { place }, count, messageDocId(place, from));

  /** How many messages of a place were said before a moment: by halves, since they stand in order. */
  const saidBefore = async (actor: Actor, { conversation: { id, head } }: Heard, at: number): Promise<number> => {
    let [low, high] = [0, head];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const docId = messageDocId(id, middle);
      const one = await documents.get<MessageDocument>(actor.organizationId, 'messages', docId);
      if (one !== undefined && one.sentAt < at) low = middle;
      else high = middle - 1;
    }
    return low;
  };

  return async (actor: Actor, search: string, before: number | undefined): Promise<SearchPage> => {
    const words = fold(search).split(' ').filter(Boolean);
    const matches = (text: string): boolean => {
      const folded = fold(text);
      return words.every((word) => folded.includes(word));
    };
    const [all, { names }] = await Promise.all([find.all(actor), directory.facts(actor)]);
    const nameOf = ({ conversation: { chatType, parts }, label }: Heard): string => {
      if (chatType !== 'dm') return chatType === 'record' ? label : parts.name;
      return names.get(parts.members.find((one) => one !== userOf(actor)) ?? userOf(actor)) ?? '';
    };
    const conversations = before === undefined ? all.filter((one) => matches(nameOf(one))) : [];
    const places = all
      .filter(({ conversation }) => conversation.head > 0)
      .toSorted((a, b) => (b.conversation.last?.at ?? 0) - (a.conversation.last?.at ?? 0))
      .slice(0, mostPlaces);
    const sources: Source[] = await Promise.all(
      places.map(async (heard) => ({
        heard,
        left: before === undefined ? heard.conversation.head : await saidBefore(actor, heard, before),
        buffer: [],
      })),
    );
    let read = 0;
    const fill = async (source: Source): Promise<void> => {
      if (source.buffer.length > 0 || source.left === 0) return;
      const from = Math.max(0, source.left - atOnce);
      source.buffer.push(...(await pageOf(actor, source.heard.conversation.id, from, source.left - from)));
      source.left = from;
      read += source.buffer.length;
    };
    const next = (): Source | undefined => {
      let best: Source | undefined;
      for (const source of sources) {
        const at = source.buffer.at(-1)?.sentAt;
        if (at !== undefined && at > (best?.buffer.at(-1)?.sentAt ?? -1)) best = source;
      }
      return best;
    };
    const messages: Found[] = [];
    /** What of a run of messages of one place matches, its answers behind each. */
    const look = async ({ conversation }: Heard, run: readonly MessageDocument[]): Promise<void> => {
      const said = await find.words(actor, conversation, run);
      for (const one of run) {
        const answers = one.replies === 0 ? [] : await pageOf(actor, one.id, Math.max(0, one.replies - atOnce), atOnce);
        read += answers.length;
        for (const each of [...answers.toReversed(), one]) {
          const content = contentOf(each, said);
          if (content !== null && matches(plainText(content)))
            messages.push({ conversationId: conversation.id, at: one.sequence, message: wireMessage(each, said) });
        }
      }
    };
    await Promise.all(sources.map(fill));
    let last: number | undefined;
    while (messages.length < mostFound && read < mostRead) {
      const source = next();
      if (source === undefined) break;
      // As long as this place has the newest its messages are looked at together: their words are asked for at once.
      const others = Math.max(
        -1,
        ...sources.flatMap((one) => (one === source ? [] : (one.buffer.at(-1)?.sentAt ?? []))),
      );
      const run: MessageDocument[] = [];
      while ((source.buffer.at(-1)?.sentAt ?? -2) >= others && source.buffer.length > 0) run.push(source.buffer.pop()!);
      last = run.at(-1)?.sentAt ?? last;
      await look(source.heard, run);
      await fill(source);
    }
    const more = sources.some(({ buffer, left }) => buffer.length > 0 || left > 0);
    return { conversations, messages, ...(more && last !== undefined && { previous: last }) };
  };
};
export type Search = ReturnType<typeof createSearch>;
