import type { Template } from '../schema.ts';
import { choice, heading, linkTo, numbers, rows, where } from './parts.ts';

export const expenses: Template = {
  slug: 'expenses',
  name: 'Expenses',
  shortDescription: 'Who paid what, what was approved, and what each month costs.',
  description:
    'For a team that pays for things. Everybody hands in what they paid with the bill beside it; somebody approves it, and it is paid back. Budgets show how much of them is used.',
  categories: ['finance'],
  language: 'en',
  color: 'amber',
  cover: 'form',
  builder: 'Tessera',
  changed: '2026-11-27',
  tables: [
    {
      key: 'budgets',
      label: 'Budgets',
      color: 'teal',
      fields: [
        { key: 'name', name: 'Budget', type: 'singleLineText', required: true },
        { key: 'year', name: 'For the year', type: 'currency', props: { decimals: 0, thousands: true } },
        { key: 'used', name: 'Used', type: 'rollup', later: true, props: { linkFieldId: '@budgets.Expenses', fieldId: '@bills.amount', function: 'sum' } },
        { key: 'left', name: 'Left', type: 'formula', later: true, props: { formula: '{For the year} - {Used}' } },
      ],
      views: [],
      records: rows(
        ['name', 'year'],
        [
          ['travel', 'Travel', 12_000],
          ['office', 'Office', 4_500],
          ['tools', 'Tools and software', 8_000],
          ['guests', 'Guests', 2_000],
        ],
      ),
    },
    {
      key: 'bills',
      label: 'Expenses',
      color: 'amber',
      fields: [
        { key: 'what', name: 'What for', type: 'singleLineText', required: true },
        linkTo('budget', 'Budget', 'budgets', 'Expenses'),
        { key: 'amount', name: 'Amount', type: 'currency', props: { decimals: 2, thousands: true } },
        { key: 'day', name: 'Paid on', type: 'date' },
        choice('status', 'Status', ['new', 'Handed in', 'neutral'], ['yes', 'Approved', 'blue'], ['no', 'Refused', 'rose'], ['paid', 'Paid back', 'green']),
        choice('how', 'Paid by', ['card', 'Company card', 'indigo'], ['own', 'Own money', 'orange']),
        { key: 'who', name: 'Who', type: 'user' },
        { key: 'bill', name: 'Bill', type: 'files' },
      ],
      views: [
        { type: 'kanban', label: 'Board', config: { fields: [], kanban_field: '@bills.status' } },
        { type: 'calendar', label: 'Calendar', config: { fields: [], start: '@bills.day', color: '@bills.status' } },
        { type: 'table', label: 'To be approved', config: { fields: [], filter: where.is('@bills.status', '@bills.status.new'), sort: [{ fieldId: '@bills.day' }] } },
        { type: 'form', label: 'Hand in', config: { title: 'Hand in an expense', fields: [{ fieldId: '@bills.what' }, { fieldId: '@bills.budget' }, { fieldId: '@bills.amount' }, { fieldId: '@bills.day' }, { fieldId: '@bills.how' }, { fieldId: '@bills.bill' }], submit_label: 'Hand in', on_save: 'show_form_success_page', success_message: 'It was handed in.' } },
      ],
      records: rows(
        ['what', 'budget', 'amount', 'day', 'status', 'how', 'who'],
        [
          ['e1', 'Train to Vienna', ['@budgets#travel'], 148.9, { day: -6 }, '@bills.status.yes', '@bills.how.own', '@me'],
          ['e2', 'Hotel, two nights', ['@budgets#travel'], 236, { day: -5 }, '@bills.status.new', '@bills.how.card', '@me'],
          ['e3', 'Desk chairs', ['@budgets#office'], 412.5, { day: -18 }, '@bills.status.paid', '@bills.how.card', '@me'],
          ['e4', 'Drawing program', ['@budgets#tools'], 59.99, { day: -30 }, '@bills.status.paid', '@bills.how.card', '@me'],
          ['e5', 'Lunch with Oakline', ['@budgets#guests'], 84.2, { day: -2 }, '@bills.status.new', '@bills.how.own', '@me'],
          ['e6', 'Coffee machine', ['@budgets#office'], 329, { day: -41 }, '@bills.status.no', '@bills.how.own', '@me'],
          ['e7', 'Server, one month', ['@budgets#tools'], 118, { day: -1 }, '@bills.status.yes', '@bills.how.card', '@me'],
        ],
      ),
    },
  ],
  apps: [
    {
      key: 'office',
      label: 'Expense office',
      color: 'amber',
      blocks: [
        heading('Expense office', 'What was paid, and what waits for a yes'),
        ...numbers(
          2,
          { tableId: '@bills', title: 'To be approved', function: 'count', filter: where.is('@bills.status', '@bills.status.new') },
          { tableId: '@bills', title: 'To be paid back', function: 'sum', fieldId: '@bills.amount', filter: { and: [where.is('@bills.status', '@bills.status.yes'), where.is('@bills.how', '@bills.how.own')] } },
          { tableId: '@bills', title: 'Spent', function: 'sum', fieldId: '@bills.amount', filter: where.isNot('@bills.status', '@bills.status.no') },
          { tableId: '@budgets', title: 'Budgets', function: 'sum', fieldId: '@budgets.year' },
        ),
        { key: 'months', type: 'bar_chart', config: { tableId: '@bills', title: 'By month', x: { fieldId: '@bills.day', bucket: 'month' }, value: { fieldId: '@bills.amount', function: 'sum' } }, at: [0, 5, 60, 8] },
        { key: 'budgets', type: 'table', config: { tableId: '@budgets', title: 'Budgets', fields: ['@budgets.name', '@budgets.year', '@budgets.used', '@budgets.left'] }, at: [60, 5, 60, 8] },
        { key: 'board', type: 'smart_kanban', config: { tableId: '@bills', title: 'Expenses', kanban_field: '@bills.status', fields: ['@bills.amount', '@bills.budget', '@bills.day'] }, at: [0, 13, 120, 11] },
      ],
    },
  ],
};
