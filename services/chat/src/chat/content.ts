import { z } from 'zod';
import { invalid, rejection } from '../refusals.ts';
import type { MessageFile } from './evolve.ts';

/** Of a message as JSON, in bytes. */
export const mostBytes = 40_000;

const run = z.strictObject({
  text: z.string().max(20_000),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  code: z.boolean().optional(),
  href: z
    .string()
    .max(2000)
    .regex(/^(?:https?:\/\/|mailto:)/i, 'not a link to a page or to an e-mail address')
    .optional(),
  /** Who is mentioned. */
  userId: z.string().max(40).optional(),
});
/** What a message says: paragraphs, list items and code, never markup. */
export const contentSchema = z.strictObject({
  blocks: z
    .array(z.strictObject({ kind: z.enum(['paragraph', 'bullet', 'code']), runs: z.array(run).max(500) }))
    .min(1)
    .max(500),
});
export type Content = z.output<typeof contentSchema>;

/** What it says without its looks. */
export const plainText = (content: Content): string =>
  content.blocks.map(({ runs }) => runs.map(({ text }) => text).join('')).join('\n');

/** Of one message: whom it mentions, at most so many. */
const mostMentioned = 100;
export const mentioned = (content: Content): readonly string[] =>
  [...new Set(content.blocks.flatMap(({ runs }) => runs.flatMap(({ userId }) => userId ?? [])))].slice(
    0,
    mostMentioned,
  );

/** A text as it is kept. Throws for one that says nothing or too much. */
export const kept = (content: Content, files: readonly MessageFile[] = []): string => {
  if (plainText(content).trim() === '' && files.length === 0) throw invalid('chat.empty');
  const text = JSON.stringify(content);
  if (Buffer.byteLength(text) > mostBytes) throw rejection('too_large', 'chat.too_long');
  return text;
};

/** A text as content: each of its lines is a paragraph. */
export const paragraphs = (text: string): Content => ({
  blocks: text
    .split(/\r?\n/)
    .slice(0, 500)
    .map((line) => ({ kind: 'paragraph', runs: [{ text: line }] })),
});
