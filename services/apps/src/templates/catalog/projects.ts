import type { Template } from '../schema.ts';
import { choice, heading, linkTo, numbers, rows, where } from './parts.ts';

const notDone = where.isNot('@work.status', '@work.status.done');

export const projects: Template = {
  slug: 'project-plan',
  name: 'Project plan',
  shortDescription: 'Projects with their steps on a time line, who does what, and what is late.',
  description:
    'For a team with several projects at once. Each step has a beginning, an end and somebody who does it; the plan shows them as bars, the board by status. Projects tell how much of them is planned and how much it costs.',
  categories: ['projects', 'operations'],
  language: 'en',
  color: 'indigo',
  cover: 'plan',
  builder: 'Tessera',
  changed: '2026-11-27',
  tables: [
    {
      key: 'projects',
      label: 'Projects',
      color: 'indigo',
      fields: [
        { key: 'name', name: 'Project', type: 'singleLineText', required: true },
        choice('state', 'State', ['idea', 'Idea', 'neutral'], ['running', 'Running', 'blue'], ['waiting', 'Waiting', 'amber'], ['ended', 'Ended', 'green']),
        { key: 'goal', name: 'Goal', type: 'text' },
        { key: 'budget', name: 'Budget', type: 'currency', props: { decimals: 0, thousands: true } },
        { key: 'lead', name: 'Lead', type: 'user' },
        { key: 'hours', name: 'Hours planned', type: 'rollup', later: true, props: { linkFieldId: '@projects.Steps', fieldId: '@work.hours', function: 'sum' } },
      ],
      views: [{ type: 'kanban', label: 'By state', config: { fields: [], kanban_field: '@projects.state' } }],
      records: rows(
        ['name', 'state', 'goal', 'budget', 'lead'],
        [
          ['site', 'New website', '@projects.state.running', 'Visitors find a price in two clicks.', 18_000, '@me'],
          ['move', 'Office move', '@projects.state.waiting', 'Everybody works in the new rooms by spring.', 42_000, '@me'],
          ['fair', 'Autumn fair', '@projects.state.running', 'Forty new contacts.', 9_500, '@me'],
        ],
      ),
    },
    {
      key: 'work',
      label: 'Steps',
      color: 'teal',
      fields: [
        { key: 'name', name: 'Step', type: 'singleLineText', required: true },
        linkTo('project', 'Project', 'projects', 'Steps'),
        choice('status', 'Status', ['todo', 'To do', 'neutral'], ['doing', 'Doing', 'blue'], ['check', 'In review', 'violet'], ['done', 'Done', 'green']),
        choice('priority', 'Priority', ['high', 'High', 'rose'], ['middle', 'Middle', 'amber'], ['low', 'Low', 'neutral']),
        { key: 'from', name: 'From', type: 'date' },
        { key: 'until', name: 'Until', type: 'date' },
        { key: 'done', name: 'Progress', type: 'percent' },
        { key: 'hours', name: 'Hours', type: 'number', props: { decimals: 0 } },
        { key: 'who', name: 'Who', type: 'user' },
      ],
      views: [
        { type: 'gantt', label: 'Plan', config: { fields: [], gantt_date_range: ['@work.from', '@work.until'], gantt_color_field: '@work.status', progress: '@work.done' } },
        { type: 'kanban', label: 'Board', config: { fields: [], kanban_field: '@work.status' } },
        { type: 'table', label: 'Still open', config: { fields: [], filter: notDone, sort: [{ fieldId: '@work.until' }] } },
      ],
      records: rows(
        ['name', 'project', 'status', 'priority', 'from', 'until', 'done', 'hours', 'who'],
        [
          ['s1', 'Interviews with visitors', ['@projects#site'], '@work.status.done', '@work.priority.high', { day: -21 }, { day: -14 }, 100, 24, '@me'],
          ['s2', 'Drafts of the pages', ['@projects#site'], '@work.status.check', '@work.priority.high', { day: -13 }, { day: -2 }, 80, 40, '@me'],
          ['s3', 'Write the texts', ['@projects#site'], '@work.status.doing', '@work.priority.middle', { day: -5 }, { day: 6 }, 40, 32, '@me'],
          ['s4', 'Build and try out', ['@projects#site'], '@work.status.todo', '@work.priority.high', { day: 4 }, { day: 24 }, 0, 80],
          ['s5', 'Go live', ['@projects#site'], '@work.status.todo', '@work.priority.high', { day: 25 }, { day: 26 }, 0, 8],
          ['s6', 'Compare three offers', ['@projects#move'], '@work.status.doing', '@work.priority.middle', { day: -3 }, { day: 9 }, 50, 12, '@me'],
          ['s7', 'Sign the lease', ['@projects#move'], '@work.status.todo', '@work.priority.high', { day: 10 }, { day: 18 }, 0, 6],
          ['s8', 'Book the stand', ['@projects#fair'], '@work.status.done', '@work.priority.high', { day: -30 }, { day: -25 }, 100, 4, '@me'],
          ['s9', 'Print the flyers', ['@projects#fair'], '@work.status.todo', '@work.priority.low', { day: 2 }, { day: 12 }, 0, 10],
          ['s10', 'Plan the shifts', ['@projects#fair'], '@work.status.todo', '@work.priority.middle', { day: 14 }, { day: 16 }, 0, 5],
        ],
      ),
    },
  ],
  apps: [
    {
      key: 'room',
      label: 'Project room',
      color: 'indigo',
      blocks: [
        heading('Project room', 'Every project and what is to be done next'),
        ...numbers(
          2,
          { tableId: '@projects', title: 'Running projects', function: 'count', filter: where.is('@projects.state', '@projects.state.running') },
          { tableId: '@work', title: 'Open steps', function: 'count', filter: notDone },
          { tableId: '@work', title: 'Hours planned', function: 'sum', fieldId: '@work.hours', filter: notDone },
          { tableId: '@projects', title: 'Budget', function: 'sum', fieldId: '@projects.budget' },
        ),
        { key: 'next', type: 'table', config: { tableId: '@work', title: 'What comes next', fields: ['@work.name', '@work.project', '@work.priority', '@work.until', '@work.who'], filter: notDone, sort: [{ fieldId: '@work.until' }], limit: 10, canAdd: true }, at: [0, 5, 80, 9] },
        { key: 'parts', type: 'pie_chart', config: { tableId: '@work', title: 'Steps by status', x: { fieldId: '@work.status' }, value: { function: 'count' } }, at: [80, 5, 40, 9] },
        { key: 'board', type: 'smart_kanban', config: { tableId: '@work', title: 'Board', kanban_field: '@work.status', fields: ['@work.project', '@work.who', '@work.until'] }, at: [0, 14, 120, 11] },
      ],
    },
  ],
};
