import { invalid } from '../refusals.ts';
import { peopleIn, textIn } from './said.ts';
import type { Carries } from './step.ts';

const mostPeople = 100;
const longest = 500;

/** Tells people something: who they are is asked when it runs, and nobody is told twice. */
export const notify: Carries = {
  run: async ({ input, actor, person }) => {
    const people = await peopleIn(input['people'], (one) => person(actor, one), mostPeople);
    if (people.length === 0) throw invalid('automations.people_missing');
    const text = textIn(input['text'], longest);
    if (text === '') throw invalid('automations.text_missing');
    return { output: { people, text }, tells: people };
  },
};
