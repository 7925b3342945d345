import type { Template } from '../schema.ts';
import { choice, heading, linkTo, numbers, rows, where } from './parts.ts';

const open = { and: [where.isNot('@deals.stage', '@deals.stage.won'), where.isNot('@deals.stage', '@deals.stage.lost')] };

export const crm: Template = {
  slug: 'sales-pipeline',
  name: 'Sales pipeline',
  shortDescription: 'Companies, the people in them, and every deal from the first call to the signature.',
  description:
    'For a team that sells to companies. Each deal stands on a board by its stage, with its amount and the day on which it should close. Companies show what they bought and what is open with them. The sales desk tells in one page what is in the pipeline and what was won.',
  categories: ['sales'],
  language: 'en',
  color: 'blue',
  cover: 'board',
  builder: 'Tessera',
  changed: '2026-11-27',
  tables: [
    {
      key: 'companies',
      label: 'Companies',
      color: 'amber',
      description: 'Whom you sell to, and whom you would like to sell to.',
      fields: [
        { key: 'name', name: 'Company', type: 'singleLineText', required: true },
        choice(
          'industry',
          'Industry',
          ['retail', 'Retail', 'orange'],
          ['health', 'Health', 'teal'],
          ['logistics', 'Logistics', 'indigo'],
          ['energy', 'Energy', 'lime'],
          ['services', 'Services', 'violet'],
        ),
        { key: 'site', name: 'Website', type: 'link' },
        { key: 'city', name: 'City', type: 'singleLineText' },
        { key: 'won', name: 'Open and won', type: 'rollup', later: true, props: { linkFieldId: '@companies.Deals', fieldId: '@deals.amount', function: 'sum' } },
      ],
      views: [{ type: 'gallery', label: 'Cards', config: { fields: [], size: 'medium' } }],
      records: rows(
        ['name', 'industry', 'site', 'city'],
        [
          ['oakline', 'Oakline Foods', '@companies.industry.retail', 'https://oakline.example', 'Bristol'],
          ['bluefold', 'Bluefold Logistics', '@companies.industry.logistics', 'https://bluefold.example', 'Rotterdam'],
          ['tern', 'Tern Energy', '@companies.industry.energy', 'https://tern.example', 'Aarhus'],
          ['acme', 'Acme Clinics', '@companies.industry.health', 'https://acme-clinics.example', 'Lisbon'],
          ['harbor', 'Harbor & Pine', '@companies.industry.services', 'https://harbor-pine.example', 'Leeds'],
          ['aster', 'Aster Museum', '@companies.industry.services', 'https://aster.example', 'Vienna'],
        ],
      ),
    },
    {
      key: 'contacts',
      label: 'Contacts',
      color: 'rose',
      fields: [
        { key: 'name', name: 'Name', type: 'singleLineText', required: true },
        linkTo('company', 'Company', 'companies', 'Contacts'),
        { key: 'role', name: 'Position', type: 'singleLineText' },
        { key: 'email', name: 'E-mail', type: 'email' },
        { key: 'phone', name: 'Phone', type: 'phone' },
      ],
      views: [],
      records: rows(
        ['name', 'company', 'role', 'email', 'phone'],
        [
          ['nora', 'Nora Feld', ['@companies#oakline'], 'Head of purchasing', 'nora@oakline.example', '+44 117 496 0101'],
          ['piet', 'Piet de Boer', ['@companies#bluefold'], 'Operations', 'piet@bluefold.example', '+31 10 555 0199'],
          ['ida', 'Ida Holm', ['@companies#tern'], 'Finance', 'ida@tern.example'],
          ['rui', 'Rui Matos', ['@companies#acme'], 'Owner', 'rui@acme-clinics.example'],
          ['joan', 'Joan Pike', ['@companies#harbor'], 'Partner', 'joan@harbor-pine.example'],
        ],
      ),
    },
    {
      key: 'deals',
      label: 'Deals',
      color: 'blue',
      fields: [
        { key: 'name', name: 'Deal', type: 'singleLineText', required: true },
        linkTo('company', 'Company', 'companies', 'Deals'),
        choice(
          'stage',
          'Stage',
          ['new', 'New', 'neutral'],
          ['talk', 'In talks', 'blue'],
          ['offer', 'Offer sent', 'amber'],
          ['won', 'Won', 'green'],
          ['lost', 'Lost', 'rose'],
        ),
        { key: 'amount', name: 'Amount', type: 'currency', props: { decimals: 0, thousands: true } },
        { key: 'chance', name: 'Chance', type: 'percent' },
        { key: 'close', name: 'Closes on', type: 'date' },
        { key: 'owner', name: 'Owner', type: 'user' },
        { key: 'expected', name: 'Expected', type: 'formula', props: { formula: '{Amount} * {Chance} / 100' } },
        { key: 'notes', name: 'Notes', type: 'text' },
      ],
      views: [
        { type: 'kanban', label: 'Board', config: { fields: [], kanban_field: '@deals.stage' } },
        { type: 'calendar', label: 'Closing days', config: { fields: [], start: '@deals.close', color: '@deals.stage' } },
        { type: 'table', label: 'Open deals', config: { fields: [], filter: open, sort: [{ fieldId: '@deals.close' }] } },
      ],
      records: rows(
        ['name', 'company', 'stage', 'amount', 'chance', 'close', 'owner', 'notes'],
        [
          ['d1', 'Scanners for twelve shops', ['@companies#oakline'], '@deals.stage.offer', 48_000, 60, { day: 12 }, '@me', 'They compare two offers. Nora decides.'],
          ['d2', 'Yearly maintenance', ['@companies#oakline'], '@deals.stage.won', 9_600, 100, { day: -20 }, '@me'],
          ['d3', 'Dock terminals', ['@companies#bluefold'], '@deals.stage.talk', 72_500, 40, { day: 35 }, '@me', 'A visit to the hall is agreed.'],
          ['d4', 'Labels, first order', ['@companies#bluefold'], '@deals.stage.won', 4_200, 100, { day: -48 }, '@me'],
          ['d5', 'Field tablets', ['@companies#tern'], '@deals.stage.new', 31_000, 20, { day: 60 }],
          ['d6', 'Reception desk', ['@companies#acme'], '@deals.stage.offer', 15_800, 70, { day: 5 }, '@me'],
          ['d7', 'Second clinic', ['@companies#acme'], '@deals.stage.new', 22_000, 20, { day: 80 }],
          ['d8', 'Archive project', ['@companies#aster'], '@deals.stage.lost', 12_000, 0, { day: -9 }, '@me', 'No budget this year. Ask again in spring.'],
          ['d9', 'Office move', ['@companies#harbor'], '@deals.stage.talk', 18_400, 50, { day: 21 }, '@me'],
        ],
      ),
    },
  ],
  apps: [
    {
      key: 'desk',
      label: 'Sales desk',
      color: 'green',
      blocks: [
        heading('Sales desk', 'What is open, what was won, and what closes next'),
        ...numbers(
          2,
          { tableId: '@deals', title: 'Open deals', function: 'count', filter: open },
          { tableId: '@deals', title: 'In the pipeline', function: 'sum', fieldId: '@deals.amount', filter: open },
          { tableId: '@deals', title: 'Won', function: 'sum', fieldId: '@deals.amount', filter: where.is('@deals.stage', '@deals.stage.won') },
          { tableId: '@deals', title: 'Average deal', function: 'average', fieldId: '@deals.amount' },
        ),
        { key: 'board', type: 'smart_kanban', config: { tableId: '@deals', title: 'Deals', kanban_field: '@deals.stage', fields: ['@deals.company', '@deals.amount', '@deals.close'] }, at: [0, 5, 120, 11] },
        { key: 'stages', type: 'bar_chart', config: { tableId: '@deals', title: 'Amount by stage', x: { fieldId: '@deals.stage' }, value: { fieldId: '@deals.amount', function: 'sum' } }, at: [0, 16, 60, 8] },
        { key: 'form', type: 'super_form', config: { tableId: '@deals', title: 'New deal', questions: [{ fieldId: '@deals.name', required: true }, { fieldId: '@deals.company' }, { fieldId: '@deals.amount' }, { fieldId: '@deals.close' }], button: 'Add the deal', thanks: 'The deal is on the board.' }, at: [60, 16, 60, 10] },
      ],
    },
  ],
};
