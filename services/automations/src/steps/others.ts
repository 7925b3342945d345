import { invalid } from '../refusals.ts';
import { peopleIn, recordIdOf, textIn } from './said.ts';
import type { Carries } from './step.ts';

const longestTitle = 500;
const longestDescription = 20_000;
const longestMessage = 10_000;
const mostOwners = 100;

/** The day of a text that begins with one. */
const dayIn = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 10) : '');

export const createTask: Carries = {
  run: async ({ input, actor, cause, simulated, person, others, tables }) => {
    const title = textIn(input['title'], longestTitle);
    if (title === '') throw invalid('automations.text_missing');
    const tableId = typeof input['tableId'] === 'string' ? input['tableId'] : '';
    const recordId = tableId === '' ? '' : recordIdOf(input['recordId']);
    if (tableId !== '' && (recordId === '' || (await tables.read(actor, tableId, [recordId])).length === 0))
      throw invalid('automations.record_missing');
    const ownerIds = await peopleIn(input['owners'], (one) => person(actor, one), mostOwners);
    const description = textIn(input['description'], longestDescription);
    const asked = { title, description, ownerIds, deadline: dayIn(input['deadline']), tableId, recordId };
    return { output: { id: simulated ? null : await others.makeTask(actor, asked, cause) } };
  },
};

export const sendMessage: Carries = {
  run: async ({ input, actor, cause, simulated, others }) => {
    const conversationId = String(input['conversationId'] ?? '');
    const text = textIn(input['text'], longestMessage);
    if (text === '') throw invalid('automations.text_missing');
    if (!simulated) return { output: { id: await others.say(actor, conversationId, text, cause) } };
    await others.conversation(actor, conversationId);
    return { output: { id: null } };
  },
};

export const runAutomation: Carries = {
  run: async ({ input, actor, cause, simulated, others }) => {
    const automationId = String(input['automationId'] ?? '');
    const recordId = recordIdOf(input['recordId']);
    if (!simulated) return { output: { id: await others.start(actor, automationId, recordId, cause) } };
    await others.mayStart(actor, automationId, recordId);
    return { output: { id: null } };
  },
};
