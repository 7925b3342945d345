import { z } from 'zod';

const figure = {
  value: z.number().nullable(),
  text: z.string().meta({ description: 'As people of the organization read it' }),
};
const named = { label: z.string(), color: z.string().nullable() };

/** What a block shows, over the API. */
const blockAnswer = z
  .union([
    z.strictObject({
      value: z.strictObject({
        ...figure,
        before: z.strictObject(figure).nullable().meta({ description: 'In the period before' }),
        change: z.number().nullable().meta({ description: 'As a fraction; of parts the difference' }),
        target: z.strictObject(figure).nullable(),
        rule: z
          .strictObject({ color: z.string(), text: z.string() })
          .nullable()
          .meta({ description: 'Of the rules of the block the first that it meets: its colour, and what that means' }),
      }),
    }),
    z.strictObject({
      rows: z.strictObject({
        columns: z.array(z.strictObject({ id: z.string(), label: z.string() })),
        rows: z.array(
          z.strictObject({
            id: z.string().meta({ description: 'Empty for strangers' }),
            cells: z.array(z.string()),
            lane: z.number().nullable().meta({ description: 'Of a kanban: the place of its lane' }),
          }),
        ),
        lanes: z.array(z.strictObject(named)).nullable(),
        more: z.boolean(),
      }),
    }),
    z.strictObject({
      series: z.strictObject({
        points: z.array(z.strictObject(named)),
        series: z.array(
          z.strictObject({ ...named, values: z.array(z.number().nullable()), texts: z.array(z.string()) }),
        ),
        timed: z.boolean(),
        more: z.boolean(),
      }),
    }),
    z.strictObject({ error: z.strictObject({ code: z.string(), message: z.string() }) }),
  ])
  .meta({ id: 'BlockAnswer' });

/** By the ids of blocks. */
export const blockAnswers = z.record(z.string(), blockAnswer);
