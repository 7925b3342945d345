import type { Template } from '../schema.ts';
import { choice, heading, linkTo, numbers, rows } from './parts.ts';

export const stock: Template = {
  slug: 'stock-and-reorder',
  name: 'Stock and reorder',
  shortDescription: 'What lies where, how much of it is left, and what has to be ordered.',
  description:
    'For a store or a warehouse. Each item has a least amount; what falls below it says so by itself. Movements are written down as they happen, and each supplier shows what comes from them.',
  categories: ['operations'],
  language: 'en',
  color: 'lime',
  cover: 'bars',
  builder: 'Tessera',
  changed: '2026-11-27',
  tables: [
    {
      key: 'suppliers',
      label: 'Suppliers',
      color: 'violet',
      fields: [
        { key: 'name', name: 'Supplier', type: 'singleLineText', required: true },
        { key: 'email', name: 'E-mail', type: 'email' },
        { key: 'days', name: 'Days to deliver', type: 'number', props: { decimals: 0 } },
      ],
      views: [],
      records: rows(
        ['name', 'email', 'days'],
        [
          ['norden', 'Norden Paper', 'orders@norden.example', 4],
          ['kiln', 'Kiln & Co', 'desk@kiln.example', 9],
          ['volt', 'Volt Supply', 'sales@volt.example', 6],
        ],
      ),
    },
    {
      key: 'items',
      label: 'Items',
      color: 'lime',
      fields: [
        { key: 'name', name: 'Item', type: 'singleLineText', required: true },
        { key: 'code', name: 'Code', type: 'singleLineText', unique: true },
        choice('shelf', 'Shelf', ['a', 'A', 'blue'], ['b', 'B', 'teal'], ['c', 'C', 'amber']),
        linkTo('supplier', 'Supplier', 'suppliers', 'Items'),
        { key: 'left', name: 'In stock', type: 'number', props: { decimals: 0, thousands: true } },
        { key: 'least', name: 'At least', type: 'number', props: { decimals: 0, thousands: true } },
        { key: 'price', name: 'Price', type: 'currency', props: { decimals: 2 } },
        { key: 'missing', name: 'To order', type: 'formula', props: { formula: 'MAX({At least} - {In stock}, 0)' } },
        {
          key: 'worth',
          name: 'Worth',
          type: 'formula',
          props: { formula: '{In stock} * {Price}', decimals: 2, thousands: true },
        },
      ],
      views: [
        {
          type: 'table',
          label: 'To be ordered',
          config: { fields: [], filter: { fieldId: '@items.missing', operator: 'greaterThan', value: 0 } },
        },
        { type: 'kanban', label: 'By shelf', config: { fields: [], kanban_field: '@items.shelf' } },
      ],
      records: rows(
        ['name', 'code', 'shelf', 'supplier', 'left', 'least', 'price'],
        [
          ['labels', 'Labels 100 x 50', 'LB-100', '@items.shelf.a', ['@suppliers#norden'], 1_200, 2_000, 0.04],
          ['boxes', 'Boxes, middle', 'BX-M', '@items.shelf.a', ['@suppliers#norden'], 340, 200, 0.85],
          ['tape', 'Packing tape', 'TP-50', '@items.shelf.b', ['@suppliers#norden'], 18, 40, 2.1],
          ['cups', 'Stoneware cups', 'CP-02', '@items.shelf.c', ['@suppliers#kiln'], 96, 60, 7.4],
          ['bowls', 'Stoneware bowls', 'BW-01', '@items.shelf.c', ['@suppliers#kiln'], 22, 60, 11.9],
          ['lamps', 'Desk lamps', 'LP-07', '@items.shelf.b', ['@suppliers#volt'], 31, 25, 24],
          ['cables', 'Cables, 2 m', 'CB-2M', '@items.shelf.b', ['@suppliers#volt'], 8, 50, 3.2],
        ],
      ),
    },
    {
      key: 'moves',
      label: 'Movements',
      color: 'teal',
      fields: [
        { key: 'what', name: 'What for', type: 'singleLineText', required: true },
        linkTo('item', 'Item', 'items', 'Movements'),
        choice('way', 'Way', ['in', 'In', 'green'], ['out', 'Out', 'rose'], ['count', 'Count', 'neutral']),
        { key: 'amount', name: 'Amount', type: 'number', props: { decimals: 0 } },
        { key: 'day', name: 'Day', type: 'date' },
        { key: 'who', name: 'Who', type: 'user' },
      ],
      views: [
        { type: 'calendar', label: 'Calendar', config: { fields: [], start: '@moves.day', color: '@moves.way' } },
      ],
      records: rows(
        ['what', 'item', 'way', 'amount', 'day', 'who'],
        [
          ['m1', 'Shop Bristol', ['@items#cups'], '@moves.way.out', 24, { day: -3 }, '@me'],
          ['m2', 'Delivery of Kiln & Co', ['@items#cups'], '@moves.way.in', 60, { day: -8 }, '@me'],
          ['m3', 'Shop Leeds', ['@items#bowls'], '@moves.way.out', 18, { day: -2 }, '@me'],
          ['m4', 'Packing', ['@items#tape'], '@moves.way.out', 6, { day: -1 }, '@me'],
          ['m5', 'Yearly count', ['@items#lamps'], '@moves.way.count', 31, { day: -15 }, '@me'],
        ],
      ),
    },
  ],
  apps: [
    {
      key: 'store',
      label: 'Store room',
      color: 'lime',
      blocks: [
        heading('Store room', 'What is there and what is missing'),
        ...numbers(
          2,
          { tableId: '@items', title: 'Items', function: 'count' },
          {
            tableId: '@items',
            title: 'To be ordered',
            function: 'count',
            filter: { fieldId: '@items.missing', operator: 'greaterThan', value: 0 },
            good: 'down',
          },
          { tableId: '@items', title: 'Worth of the stock', function: 'sum', fieldId: '@items.worth' },
          { tableId: '@moves', title: 'Movements', function: 'count' },
        ),
        {
          key: 'missing',
          type: 'table',
          config: {
            tableId: '@items',
            title: 'To be ordered',
            fields: ['@items.name', '@items.left', '@items.least', '@items.missing', '@items.supplier'],
            filter: { fieldId: '@items.missing', operator: 'greaterThan', value: 0 },
          },
          at: [0, 5, 70, 9],
        },
        {
          key: 'form',
          type: 'super_form',
          config: {
            tableId: '@moves',
            title: 'Write down a movement',
            questions: [
              { fieldId: '@moves.what', required: true },
              { fieldId: '@moves.item' },
              { fieldId: '@moves.way' },
              { fieldId: '@moves.amount' },
              { fieldId: '@moves.day' },
            ],
            button: 'Write it down',
            thanks: 'It is written down.',
          },
          at: [70, 5, 50, 12],
        },
        {
          key: 'shelves',
          type: 'bar_chart',
          config: {
            tableId: '@items',
            title: 'Worth by shelf',
            x: { fieldId: '@items.shelf' },
            value: { fieldId: '@items.worth', function: 'sum' },
          },
          at: [0, 14, 70, 8],
        },
      ],
    },
  ],
};
