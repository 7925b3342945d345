import { readFileSync } from 'node:fs';
import { z } from 'zod';

type Environment = Readonly<Record<string, string | undefined>>;

const link = z.url({ protocol: /^https?$/ }).max(2_000);
export const helpSchema = z
  .strictObject({
    changelog: link.nullable().default(null),
    documentation: link.nullable().default(null),
    video_guides: link.nullable().default(null),
    videos: z
      .array(z.strictObject({ title: z.string().trim().min(1).max(120), url: link }))
      .max(4)
      .default([]),
  })
  .meta({ id: 'Help' });
/** Where people of this installation find help, as its operator says. */
export type Help = z.output<typeof helpSchema>;

const nowhere: Help = helpSchema.parse({});

/** The operator's file of links. Throws with what is wrong in it, so that the start says it. */
export const readHelp = (environment: Environment = process.env): Help => {
  const path = environment['TESSERA_HELP'] ?? '';
  if (path === '') return nowhere;
  const wrong = (why: string) => new Error(`The configuration is not valid:\n  TESSERA_HELP: ${path} ${why}`);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw wrong('cannot be read as JSON');
  }
  const read = helpSchema.safeParse(value);
  if (!read.success) throw wrong(`is no file of help: ${z.prettifyError(read.error)}`);
  return read.data;
};
