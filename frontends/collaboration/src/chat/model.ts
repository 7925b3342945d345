import type { User } from '@tessera/kit';
import type { Content, Message } from './chat.resource.ts';

type Run = Content['blocks'][number]['runs'][number];
type Person = Pick<User, 'id' | 'name'>;

const link = /https?:\/\/[^\s<>"')]{1,1900}/g;

/** A line with the links and the people that are named in it. The longest name is met first. */
const runsOf = (line: string, people: readonly Person[]): Run[] => {
  const byLength = people.toSorted((a, b) => b.name.length - a.name.length);
  const plain = (text: string): Run[] => {
    const runs: Run[] = [];
    let at = 0;
    for (const found of text.matchAll(link)) {
      if (found.index > at) runs.push({ text: text.slice(at, found.index) });
      runs.push({ text: found[0], href: found[0] });
      at = found.index + found[0].length;
    }
    if (at < text.length) runs.push({ text: text.slice(at) });
    return runs;
  };
  const runs: Run[] = [];
  let rest = line;
  let before = '';
  while (rest !== '') {
    const start = rest.indexOf('@');
    if (start === -1) break;
    const person = byLength.find(({ name }) => rest.startsWith(name, start + 1));
    if (person === undefined) {
      before += rest.slice(0, start + 1);
      rest = rest.slice(start + 1);
      continue;
    }
    runs.push(...plain(before + rest.slice(0, start)), { text: `@${person.name}`, userId: person.id });
    before = '';
    rest = rest.slice(start + 1 + person.name.length);
  }
  return [...runs, ...plain(before + rest)];
};

/** What was typed, as a message is kept: lines are paragraphs, `- ` begins an item, lines between ``` are code. */
export const toContent = (text: string, people: readonly Person[]): Content => {
  const blocks: Content['blocks'][number][] = [];
  let code: string[] | undefined;
  for (const line of text.trim().split('\n')) {
    if (line.trim() === '```') {
      if (code !== undefined) blocks.push({ kind: 'code', runs: [{ text: code.join('\n') }] });
      code = code === undefined ? [] : undefined;
    } else if (code !== undefined) code.push(line);
    else if (line.startsWith('- ')) blocks.push({ kind: 'bullet', runs: runsOf(line.slice(2), people) });
    else blocks.push({ kind: 'paragraph', runs: runsOf(line, people) });
  }
  if (code !== undefined) blocks.push({ kind: 'code', runs: [{ text: code.join('\n') }] });
  return { blocks };
};

/** A message as it was typed. */
export const toText = (content: Content): string =>
  content.blocks
    .map(({ kind, runs }) => {
      const text = runs.map((run) => run.text).join('');
      return kind === 'code' ? `\`\`\`\n${text}\n\`\`\`` : kind === 'bullet' ? `- ${text}` : text;
    })
    .join('\n');

const placed = /^\/object\/([0-9a-z]{26})(?:\/record\/([0-9a-z]{26}))?\/?$/;
const id = /^[0-9a-z]{26}$/;
/** The records of this installation to which a message links, each once. */
export const recordsIn = (content: Content, origin: string): readonly { tableId: string; recordId: string }[] => {
  const found = new Map<string, { tableId: string; recordId: string }>();
  for (const { href = '' } of content.blocks.flatMap(({ runs }) => runs)) {
    if (!URL.canParse(href)) continue;
    const url = new URL(href);
    const [, tableId, inPath] = placed.exec(url.pathname) ?? [];
    const recordId = inPath ?? url.searchParams.get('recordId') ?? '';
    if (url.origin === origin && tableId !== undefined && id.test(recordId))
      found.set(`${tableId}/${recordId}`, { tableId, recordId });
  }
  return [...found.values()].slice(0, mostRecords);
};

export type Group = {
  readonly day: string;
  readonly messages: readonly { readonly message: Message; readonly led: boolean }[];
};
/** Records of one message that are shown. */
const mostRecords = 5;
const togetherMs = 5 * 60_000;

/** Messages by their days; those of one person that follow each other closely stand under one name. */
export const byDay = (messages: readonly Message[]): readonly Group[] => {
  const groups: { day: string; messages: { message: Message; led: boolean }[] }[] = [];
  let last: Message | undefined;
  for (const message of messages) {
    const day = message.sentAt.slice(0, 10);
    const group = groups.at(-1);
    const led =
      last === undefined ||
      group?.day !== day ||
      last.sentBy !== message.sentBy ||
      Date.parse(message.sentAt) - Date.parse(last.sentAt) > togetherMs;
    if (group?.day === day) group.messages.push({ message, led });
    else groups.push({ day, messages: [{ message, led }] });
    last = message;
  }
  return groups;
};

/** Pages of one conversation put together: each message once, in order, the newest state of it. */
export const merged = (before: readonly Message[], now: readonly Message[]): readonly Message[] => {
  const all = new Map(before.map((one) => [one.sequence, one]));
  for (const one of now) all.set(one.sequence, one);
  return [...all.values()].toSorted((a, b) => a.sequence - b.sequence);
};
