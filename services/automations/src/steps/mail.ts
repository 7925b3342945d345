import { conflict, invalid } from '../refusals.ts';
import { flat, textIn } from './said.ts';
import type { Carries } from './step.ts';

const mostReceivers = 50;
const longestSubject = 300;
const longestBody = 20_000;
/** What an address looks like; whether somebody reads it shows when it is sent. */
const address = /^[^\s@<>"',;:()[\]\\]{1,64}@[^\s@<>"',;:()[\]\\]{1,190}$/;

/** E-mails to people and addresses: who they are is asked when it runs, and nobody gets it twice. */
export const sendEmail: Carries = {
  run: async ({ input, actor, emailOf }) => {
    const [subject, body] = [textIn(input['subject'], longestSubject), textIn(input['body'], longestBody)];
    if (subject === '' || body === '') throw invalid('automations.text_missing');
    const asked = flat(input['to']).flatMap((one) => one.split(/[,;\s]+/).filter((part) => part !== ''));
    const found = await Promise.all(
      asked.map(async (one) => (await emailOf(actor, one)) ?? (address.test(one) ? one : undefined)),
    );
    const known = found.flatMap((one) => one ?? []);
    const to = known.filter((one, at) => known.findIndex((other) => other.toLowerCase() === one.toLowerCase()) === at);
    if (to.length === 0) throw invalid('automations.people_missing');
    if (to.length > mostReceivers) throw conflict('automations.too_many_receivers');
    return { output: { to, subject, body, count: to.length }, mails: to.length };
  },
};
