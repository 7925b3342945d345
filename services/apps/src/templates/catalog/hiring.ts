import type { Template } from '../schema.ts';
import { choice, heading, linkTo, numbers, rows, where } from './parts.ts';

const inPlay = {
  and: [where.isNot('@people.step', '@people.step.hired'), where.isNot('@people.step', '@people.step.no')],
};

export const hiring: Template = {
  slug: 'hiring-board',
  name: 'Hiring board',
  shortDescription: 'Openings, the people who apply, and where each of them stands.',
  description:
    'For whoever fills positions. People apply by a form, and stand on a board from the first letter to the contract. Each opening counts who applied, and a rating helps to compare.',
  categories: ['people'],
  language: 'en',
  color: 'rose',
  cover: 'board',
  builder: 'Tessera',
  changed: '2026-11-27',
  tables: [
    {
      key: 'openings',
      label: 'Openings',
      color: 'violet',
      fields: [
        { key: 'title', name: 'Opening', type: 'singleLineText', required: true },
        choice(
          'team',
          'Team',
          ['shop', 'Shop', 'orange'],
          ['store', 'Warehouse', 'teal'],
          ['office', 'Office', 'blue'],
          ['it', 'Technology', 'indigo'],
        ),
        choice(
          'state',
          'State',
          ['open', 'Open', 'green'],
          ['held', 'On hold', 'amber'],
          ['filled', 'Filled', 'neutral'],
        ),
        { key: 'begin', name: 'Begins on', type: 'date' },
        { key: 'about', name: 'About', type: 'text' },
        { key: 'applied', name: 'Applied', type: 'count', later: true, props: { linkFieldId: '@openings.Applicants' } },
      ],
      views: [],
      records: rows(
        ['title', 'team', 'state', 'begin', 'about'],
        [
          [
            'shift',
            'Shift lead',
            '@openings.team.store',
            '@openings.state.open',
            { day: 45 },
            'Leads twelve people in the early shift.',
          ],
          ['buyer', 'Buyer', '@openings.team.office', '@openings.state.open', { day: 60 }, 'Buys what the shops sell.'],
          ['web', 'Web developer', '@openings.team.it', '@openings.state.held', { day: 90 }],
        ],
      ),
    },
    {
      key: 'people',
      label: 'Applicants',
      color: 'rose',
      fields: [
        { key: 'name', name: 'Name', type: 'singleLineText', required: true },
        linkTo('opening', 'Opening', 'openings', 'Applicants'),
        choice(
          'step',
          'Step',
          ['new', 'Applied', 'neutral'],
          ['call', 'First call', 'blue'],
          ['visit', 'Interview', 'violet'],
          ['offer', 'Offer', 'amber'],
          ['hired', 'Hired', 'green'],
          ['no', 'Refused', 'rose'],
        ),
        { key: 'email', name: 'E-mail', type: 'email' },
        { key: 'phone', name: 'Phone', type: 'phone' },
        { key: 'stars', name: 'Rating', type: 'rating' },
        { key: 'papers', name: 'Papers', type: 'files' },
        { key: 'day', name: 'Interview on', type: 'date' },
        { key: 'notes', name: 'Notes', type: 'text' },
      ],
      views: [
        { type: 'kanban', label: 'Board', config: { fields: [], kanban_field: '@people.step' } },
        { type: 'calendar', label: 'Interviews', config: { fields: [], start: '@people.day', color: '@people.step' } },
        {
          type: 'form',
          label: 'Application form',
          config: {
            title: 'Work with us',
            description: 'Tell us who you are. We answer within a week.',
            fields: [
              { fieldId: '@people.name' },
              { fieldId: '@people.email' },
              { fieldId: '@people.phone' },
              { fieldId: '@people.papers' },
            ],
            submit_label: 'Send the application',
            on_save: 'show_form_success_page',
            success_message: 'Thank you. We write to you within a week.',
          },
        },
      ],
      records: rows(
        ['name', 'opening', 'step', 'email', 'phone', 'stars', 'day', 'notes'],
        [
          [
            'p1',
            'Lena Vogt',
            ['@openings#shift'],
            '@people.step.visit',
            'lena@example.com',
            '+49 30 555 0142',
            4,
            { day: 3 },
            'Led a shift for five years.',
          ],
          ['p2', 'Tomás Rey', ['@openings#shift'], '@people.step.call', 'tomas@example.com', null, 3],
          [
            'p3',
            'Amara Cole',
            ['@openings#buyer'],
            '@people.step.offer',
            'amara@example.com',
            '+44 20 7946 0958',
            5,
            { day: -6 },
            'Can begin in six weeks.',
          ],
          ['p4', 'Jonas Lind', ['@openings#buyer'], '@people.step.new', 'jonas@example.com'],
          ['p5', 'Mia Okafor', ['@openings#web'], '@people.step.new', 'mia@example.com', null, 4],
          ['p6', 'Piotr Zak', ['@openings#shift'], '@people.step.no', 'piotr@example.com', null, 2, { day: -12 }],
          ['p7', 'Sofia Dias', ['@openings#buyer'], '@people.step.visit', 'sofia@example.com', null, 4, { day: 6 }],
        ],
      ),
    },
  ],
  apps: [
    {
      key: 'hiring',
      label: 'Hiring',
      color: 'rose',
      blocks: [
        heading('Hiring', 'Who applied, and what is next'),
        ...numbers(
          2,
          {
            tableId: '@openings',
            title: 'Open positions',
            function: 'count',
            filter: where.is('@openings.state', '@openings.state.open'),
          },
          { tableId: '@people', title: 'People in play', function: 'count', filter: inPlay },
          {
            tableId: '@people',
            title: 'Hired',
            function: 'count',
            filter: where.is('@people.step', '@people.step.hired'),
          },
          { tableId: '@people', title: 'Average rating', function: 'average', fieldId: '@people.stars' },
        ),
        {
          key: 'board',
          type: 'smart_kanban',
          config: {
            tableId: '@people',
            title: 'Applicants',
            kanban_field: '@people.step',
            fields: ['@people.opening', '@people.stars', '@people.day'],
          },
          at: [0, 5, 120, 11],
        },
        {
          key: 'steps',
          type: 'bar_chart',
          config: {
            tableId: '@people',
            title: 'Applicants by step',
            x: { fieldId: '@people.step' },
            value: { function: 'count' },
          },
          at: [0, 16, 60, 8],
        },
        {
          key: 'list',
          type: 'table',
          config: {
            tableId: '@openings',
            title: 'Openings',
            fields: ['@openings.title', '@openings.team', '@openings.state', '@openings.begin', '@openings.applied'],
            canAdd: true,
          },
          at: [60, 16, 60, 8],
        },
      ],
    },
  ],
};
