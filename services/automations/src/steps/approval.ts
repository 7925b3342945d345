import { invalid } from '../refusals.ts';
import { peopleIn, textIn } from './said.ts';
import type { Carries } from './step.ts';

const mostPeople = 50;
const longest = 2_000;
/** Days that people have, where the step does not say. */
const usualDays = 30;
const dayMs = 86_400_000;

/** Asks people. Its first half: who they are, what they are asked, and until when; its lane comes with their answer. */
export const approval: Carries = {
  run: async ({ input, actor, person, simulated, now }) => {
    const people = await peopleIn(input['people'], (one) => person(actor, one), mostPeople);
    if (people.length === 0) throw invalid('automations.people_missing');
    const text = textIn(input['text'], longest);
    if (text === '') throw invalid('automations.text_missing');
    const days = typeof input['days'] === 'number' ? input['days'] : usualDays;
    // A test goes on as if they approved.
    if (simulated) return { output: { people, text, approved: true, person: null, note: '' }, lane: 'then' };
    return { output: { people, text }, asks: { people, until: now + days * dayMs } };
  },
};
