import type { Template } from '../schema.ts';
import { choice, heading, linkTo, numbers, rows, where } from './parts.ts';

const open = where.isNot('@requests.status', '@requests.status.solved');

export const helpDesk: Template = {
  slug: 'help-desk',
  name: 'Help desk',
  shortDescription: 'Requests by form, who answers them, and how long they wait.',
  description:
    'For whoever answers questions of customers or colleagues. Requests come by a form and stand on a board by their status. Priority and due day say what comes first; customers show everything that they ever asked.',
  categories: ['support'],
  language: 'en',
  color: 'orange',
  cover: 'talk',
  builder: 'Tessera',
  changed: '2026-11-27',
  tables: [
    {
      key: 'customers',
      label: 'Customers',
      color: 'amber',
      fields: [
        { key: 'name', name: 'Customer', type: 'singleLineText', required: true },
        { key: 'email', name: 'E-mail', type: 'email' },
        choice('plan', 'Plan', ['basic', 'Basic', 'neutral'], ['plus', 'Plus', 'blue'], ['whole', 'Complete', 'violet']),
        { key: 'asked', name: 'Requests so far', type: 'count', later: true, props: { linkFieldId: '@customers.Requests' } },
      ],
      views: [],
      records: rows(
        ['name', 'email', 'plan'],
        [
          ['oakline', 'Oakline Foods', 'it@oakline.example', '@customers.plan.whole'],
          ['tern', 'Tern Energy', 'help@tern.example', '@customers.plan.plus'],
          ['aster', 'Aster Museum', 'office@aster.example', '@customers.plan.basic'],
          ['acme', 'Acme Clinics', 'desk@acme-clinics.example', '@customers.plan.plus'],
        ],
      ),
    },
    {
      key: 'requests',
      label: 'Requests',
      color: 'orange',
      fields: [
        { key: 'title', name: 'Request', type: 'singleLineText', required: true },
        linkTo('customer', 'Customer', 'customers', 'Requests'),
        choice('status', 'Status', ['new', 'New', 'rose'], ['work', 'In work', 'blue'], ['wait', 'Waits for customer', 'amber'], ['solved', 'Solved', 'green']),
        choice('priority', 'Priority', ['high', 'High', 'rose'], ['normal', 'Normal', 'neutral'], ['low', 'Low', 'teal']),
        choice('topic', 'Topic', ['device', 'Device', 'indigo'], ['account', 'Account', 'teal'], ['bill', 'Bill', 'lime'], ['other', 'Other', 'neutral']),
        { key: 'text', name: 'What happened', type: 'text' },
        { key: 'files', name: 'Files', type: 'files' },
        { key: 'due', name: 'Due on', type: 'date' },
        { key: 'who', name: 'Who answers', type: 'user' },
        { key: 'stars', name: 'How good it was', type: 'rating' },
      ],
      views: [
        { type: 'kanban', label: 'Board', config: { fields: [], kanban_field: '@requests.status' } },
        { type: 'table', label: 'Mine, open', config: { fields: [], filter: { and: [open, { fieldId: '@requests.who', operator: 'equals', value: { currentUser: true } }] }, sort: [{ fieldId: '@requests.due' }] } },
        { type: 'form', label: 'Ask for help', config: { title: 'Ask for help', description: 'Say what happened. A picture helps.', fields: [{ fieldId: '@requests.title' }, { fieldId: '@requests.topic' }, { fieldId: '@requests.text' }, { fieldId: '@requests.files' }], submit_label: 'Send', on_save: 'show_form_success_page', success_message: 'We have your request and answer soon.' } },
      ],
      records: rows(
        ['title', 'customer', 'status', 'priority', 'topic', 'text', 'due', 'who', 'stars'],
        [
          ['r1', 'Scanner does not turn on', ['@customers#oakline'], '@requests.status.work', '@requests.priority.high', '@requests.topic.device', 'Since this morning, in the shop of Bristol.', { day: 1 }, '@me'],
          ['r2', 'Two bills for one month', ['@customers#tern'], '@requests.status.new', '@requests.priority.normal', '@requests.topic.bill', 'The second one came yesterday.', { day: 3 }],
          ['r3', 'New colleague needs an account', ['@customers#acme'], '@requests.status.wait', '@requests.priority.low', '@requests.topic.account', null, { day: 5 }, '@me'],
          ['r4', 'Labels come out grey', ['@customers#aster'], '@requests.status.solved', '@requests.priority.normal', '@requests.topic.device', 'A new roll did it.', { day: -4 }, '@me', 5],
          ['r5', 'Change the address on bills', ['@customers#oakline'], '@requests.status.solved', '@requests.priority.low', '@requests.topic.bill', null, { day: -9 }, '@me', 4],
          ['r6', 'Cannot sign in', ['@customers#tern'], '@requests.status.new', '@requests.priority.high', '@requests.topic.account', 'The code never arrives.', { day: 0 }],
        ],
      ),
    },
  ],
  apps: [
    {
      key: 'desk',
      label: 'Help desk',
      color: 'orange',
      blocks: [
        heading('Help desk', 'What waits for an answer'),
        ...numbers(
          2,
          { tableId: '@requests', title: 'Open', function: 'count', filter: open, good: 'down' },
          { tableId: '@requests', title: 'New', function: 'count', filter: where.is('@requests.status', '@requests.status.new'), good: 'down' },
          { tableId: '@requests', title: 'High priority', function: 'count', filter: { and: [open, where.is('@requests.priority', '@requests.priority.high')] }, good: 'down' },
          { tableId: '@requests', title: 'How good we were', function: 'average', fieldId: '@requests.stars' },
        ),
        { key: 'board', type: 'smart_kanban', config: { tableId: '@requests', title: 'Requests', kanban_field: '@requests.status', fields: ['@requests.customer', '@requests.priority', '@requests.due'] }, at: [0, 5, 120, 11] },
        { key: 'topics', type: 'pie_chart', config: { tableId: '@requests', title: 'By topic', x: { fieldId: '@requests.topic' }, value: { function: 'count' } }, at: [0, 16, 40, 8] },
        { key: 'form', type: 'super_form', config: { tableId: '@requests', title: 'New request', questions: [{ fieldId: '@requests.title', required: true }, { fieldId: '@requests.customer' }, { fieldId: '@requests.topic' }, { fieldId: '@requests.text' }], button: 'Send', thanks: 'It is on the board.' }, at: [40, 16, 80, 11] },
      ],
    },
  ],
};
