import type { Content } from '../chat/content.ts';

type Block = Content['blocks'][number];
type Run = Block['runs'][number];

/** A message as the text of a comment, in which people are named by `<@id>`. */
export const commentText = ({ blocks }: Content): string =>
  blocks
    .map(({ kind, runs }) => {
      const text = runs.map((run) => (run.userId === undefined ? run.text : `<@${run.userId}>`)).join('');
      return kind === 'code' ? `\`\`\`\n${text}\n\`\`\`` : kind === 'bullet' ? `- ${text}` : text;
    })
    .join('\n');

const special = /<@([0-9a-z]{26})>|https?:\/\/[^\s<>"')]{1,1900}/g;
const runsOf = (line: string, names: ReadonlyMap<string, string>): Run[] => {
  const runs: Run[] = [];
  let at = 0;
  for (const found of line.matchAll(special)) {
    if (found.index > at) runs.push({ text: line.slice(at, found.index) });
    const userId = found[1];
    runs.push(
      userId === undefined ? { text: found[0], href: found[0] } : { text: `@${names.get(userId) ?? ''}`, userId },
    );
    at = found.index + found[0].length;
  }
  if (at < line.length) runs.push({ text: line.slice(at) });
  return runs;
};

/** The text of a comment as the message that it is. */
export const commentContent = (text: string, names: ReadonlyMap<string, string>): Content => {
  const blocks: Block[] = [];
  let code: string[] | undefined;
  const closed = (lines: readonly string[]): Block => ({ kind: 'code', runs: [{ text: lines.join('\n') }] });
  for (const line of text.split('\n')) {
    if (line.trim() === '```') {
      if (code !== undefined) blocks.push(closed(code));
      code = code === undefined ? [] : undefined;
    } else if (code !== undefined) code.push(line);
    else if (line.startsWith('- ')) blocks.push({ kind: 'bullet', runs: runsOf(line.slice(2), names) });
    else blocks.push({ kind: 'paragraph', runs: runsOf(line, names) });
  }
  if (code !== undefined) blocks.push(closed(code));
  return { blocks };
};
