import { z } from 'zod';

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
