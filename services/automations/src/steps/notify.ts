import { invalid } from '../refusals.ts';
import type { Carries } from './step.ts';

const mostPeople = 100;
const longest = 500;

const flat = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.flatMap(flat) : typeof value === 'string' && value !== '' ? [value] : [];

/** Tells people something: who they are is asked when it runs, and nobody is told twice. */
export const notify: Carries = {
  run: async ({ input, actor, person }) => {
    const found = await Promise.all(flat(input['people']).map((one) => person(actor, one)));
    const people = [...new Set(found.flatMap((id) => id ?? []))].slice(0, mostPeople);
    if (people.length === 0) throw invalid('automations.people_missing');
    const { text: given } = input;
    const text = typeof given === 'string' ? given : given === null || given === undefined ? '' : JSON.stringify(given);
    if (text.trim() === '') throw invalid('automations.text_missing');
    return { output: { people, text: text.slice(0, longest) }, tells: people };
  },
};
