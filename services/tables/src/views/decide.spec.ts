import { newId } from '@tessera/kernel';
import { userOf } from '@tessera/proto/rights';
import { describe, expect, it } from 'vitest';
import { draftFieldId } from '../definitions/state.ts';
import { tableWire } from '../definitions/wire.ts';
import { shelfStream, tableStream, viewStream } from '../events.ts';
import { actorOf } from '../testing/actors.ts';
import { ada, madeTable, organization } from '../testing/definitions.ts';
import { oldStyle, shelved, viewsOf, whenView, type Shelf } from '../testing/views.ts';
import { changeView, createView, deleteView } from './decide.ts';

const [mia, max] = [actorOf(organization, 'member'), actorOf(organization, 'member')];
const viewer = actorOf(organization, 'admin', 'viewer');
const table = { ...madeTable({ fields: [{ name: 'A', type: 'text' }] }), views: [] };
const empty: Shelf = { table, streams: new Map() };
const view = (personal: boolean) => ({ viewId: newId(), label: 'V', type: 'table', personal, config: { fields: [] } });
const labels = (shelf: Shelf, actor = ada) =>
  tableWire(shelf.table, actor, viewsOf(shelf)).views.map(({ label }) => label);

describe('views', () => {
  it('for everyone need the right to manage them, whoever made them', () => {
    const shared = whenView(createView, empty, view(false)).after();
    const { id: viewId } = viewsOf(shared)[0]!;
    expect(whenView(createView, empty, view(false), mia).refusal()).toBe('views.manage_forbidden');
    expect(whenView(changeView, shared, { viewId, label: 'x' }, mia).refusal()).toBe('views.manage_forbidden');
    expect(whenView(deleteView, shared, { viewId }, viewer).refusal()).toBe('views.manage_forbidden');
    expect(labels(whenView(changeView, shared, { viewId, label: 'x' }).after())).toEqual(['x']);
  });

  it("of one person are theirs alone, a viewer's too", () => {
    const mine = whenView(createView, empty, view(true), mia).after();
    const { id: viewId } = viewsOf(mine)[0]!;
    expect([labels(mine, mia), labels(mine, max)]).toEqual([['V'], []]);
    expect(whenView(changeView, mine, { viewId, label: 'x' }, max).refusal()).toBe('view_not_found');
    expect(whenView(deleteView, mine, { viewId }).refusal()).toBe('view_not_found');
    expect(whenView(changeView, mine, { viewId, personal: false }, mia).refusal()).toBe('views.manage_forbidden');
    expect(viewsOf(whenView(createView, empty, view(true), viewer).after())).toHaveLength(1);
  });

  it('leave nobody without one: the last for everyone is neither deleted nor made personal', () => {
    const one = whenView(createView, empty, view(false)).after();
    const { id: viewId } = viewsOf(one)[0]!;
    const withOwn = whenView(createView, one, view(true)).after();
    for (const shelf of [one, withOwn]) {
      expect(whenView(deleteView, shelf, { viewId }).refusal()).toBe('views.last');
      expect(whenView(changeView, shelf, { viewId, personal: true }).refusal()).toBe('views.last');
    }
    const two = whenView(createView, withOwn, view(false)).after();
    expect(whenView(deleteView, two, { viewId }).events()).toHaveLength(1);
    expect(whenView(changeView, two, { viewId, personal: true }).events()).toHaveLength(1);
    // One's own goes while there is any other; where older data has none for everyone, its last stays.
    const own = viewsOf(withOwn).find(({ ownerUserId }) => ownerUserId !== '')!;
    expect(whenView(deleteView, withOwn, { viewId: own.id }).events()).toHaveLength(1);
    const mine = whenView(createView, empty, view(true), mia).after();
    const { id: mineId } = viewsOf(mine)[0]!;
    expect(
      whenView(deleteView, whenView(createView, mine, view(true), max).after(), { viewId: mineId }, mia).refusal(),
    ).toBe('views.last');
  });

  it('are counted on one stream of the table, so that two at once neither pass the limit nor take the last two', () => {
    const advancesOf = (events: ReturnType<ReturnType<typeof whenView>['decided']>) =>
      events.flatMap(({ advances }) => advances).filter(({ stream }) => stream === shelfStream(table.id));
    const one = whenView(createView, empty, view(false)).after();
    const two = whenView(createView, one, view(false)).after();
    // Both write the same version of it: the second decides again.
    for (const actor of [ada, mia])
      expect(advancesOf(whenView(createView, two, view(actor === mia), actor).decided())).toEqual([
        { stream: shelfStream(table.id), version: 3 },
      ]);
    const [first, second] = viewsOf(two);
    for (const { id } of [first!, second!])
      expect(advancesOf(whenView(deleteView, two, { viewId: id }).decided())).toEqual([
        { stream: shelfStream(table.id), version: 3 },
      ]);
    // A change of what a view shows waits for nobody.
    expect(advancesOf(whenView(changeView, two, { viewId: first!.id, label: 'x' }).decided())).toEqual([]);
  });

  it('change only by what differs, and are not there after deletion', () => {
    const other = whenView(createView, empty, view(false)).after();
    const [kept] = viewsOf(other);
    const shared = whenView(createView, other, view(false)).after();
    const { id: viewId } = viewsOf(shared)[1]!;
    expect(whenView(changeView, shared, { viewId, label: ' V ', config: { fields: [] } }).events()).toEqual([]);
    const gone = whenView(deleteView, shared, { viewId }).after();
    expect(viewsOf(gone)).toEqual([kept]);
    expect(whenView(deleteView, gone, { viewId }).refusal()).toBe('view_not_found');
    expect(whenView(createView, gone, { ...view(false), viewId }).refusal()).toBe('views.exists');
  });

  it('advance their own stream alone, so that two are saved at once and neither is stale', () => {
    const both = [view(false), view(false)].reduce((shelf, one) => whenView(createView, shelf, one).after(), empty);
    const [first, second] = viewsOf(both).map(({ id }) => id);
    expect(both.table.version).toBe(table.version);
    const saved = [first!, second!].map((viewId) =>
      whenView(changeView, both, { viewId, label: `of ${viewId}`, ifMatch: 1 }).decided(),
    );
    expect(saved.map((events) => events.flatMap(({ advances }) => advances))).toEqual([
      [{ stream: viewStream(table.id, first!), version: 2 }],
      [{ stream: viewStream(table.id, second!), version: 2 }],
    ]);
    const after = saved.reduce(shelved, both);
    expect(labels(after)).toEqual([`of ${first}`, `of ${second}`]);
    expect(whenView(changeView, after, { viewId: first!, label: 'x', ifMatch: 1 }).refusal()).toBe('views.stale');
  });

  it('that the stream of the table has begin their own with their whole state, and stand where they stood', () => {
    const old = ['a', 'b', 'c'].map((label) => ({
      id: newId(),
      type: 'table',
      label,
      configJson: '{"fields":[],"frozen":1}',
      configVersion: 1,
      ownerUserId: '',
    }));
    const before = old.reduce<Shelf>(
      (shelf, one) =>
        shelved(shelf, [oldStyle(shelf.table, { $case: 'viewCreated', value: { tableId: table.id, view: one } })]),
      empty,
    );
    const [a, b, c] = old;
    const changed = whenView(changeView, before, { viewId: b!.id, label: 'B' });
    expect(changed.decided()).toMatchObject([
      {
        event: { $case: 'viewChanged', value: { before: b, after: { ...b, label: 'B' } } },
        advances: [{ stream: viewStream(table.id, b!.id), version: 1 }],
      },
    ]);
    expect(labels(changed.after())).toEqual(['a', 'B', 'c']);
    expect(changed.after().table).toBe(before.table);
    const deleted = whenView(deleteView, before, { viewId: a!.id });
    expect(deleted.events()).toMatchObject([{ $case: 'viewDeleted', value: { view: a } }]);
    expect(labels(whenView(createView, deleted.after(), view(false)).after())).toEqual(['b', 'c', 'V']);
    // Deleted before it had a stream, and back since.
    const gone = shelved(before, [
      oldStyle(before.table, {
        $case: 'viewDeleted',
        value: { tableId: table.id, viewId: b!.id, index: 1, view: undefined },
      }),
    ]);
    expect(labels(gone)).toEqual(['a', 'c']);
    const restored = { tableId: table.id, viewId: b!.id, index: 0, view: b };
    const back = shelved(gone, [
      {
        event: { $case: 'viewRestored', value: restored },
        advances: [{ stream: viewStream(table.id, b!.id), version: 1 }],
      },
    ]);
    expect(labels(back)).toEqual(['a', 'b', 'c']);
    expect(labels(whenView(deleteView, back, { viewId: c!.id }).after())).toEqual(['a', 'b']);
  });

  it('speak of fields that are there and of what these can do; the refusal names each place', () => {
    const {
      fields: [a],
    } = table;
    const absent = newId();
    const config = {
      fields: [{ fieldId: a!.id, total: 'sum' }, { fieldId: absent }],
      filter: { and: [{ fieldId: a!.id, operator: 'isTrue' }, { or: [{ fieldId: absent, operator: 'isEmpty' }] }] },
      sort: [{ fieldId: 'A' }],
    };
    const places = [
      'fields.0.total',
      'fields.1.fieldId',
      'filter.and.0.operator',
      'filter.and.1.or.0.fieldId',
      'sort.0.fieldId',
    ].map((place) => expect.objectContaining({ path: `body.config.${place}` }));
    expect(whenView(createView, empty, { ...view(true), config }).events).toThrow(
      expect.objectContaining({ code: 'request.invalid', kind: 'invalid', details: { issues: places } }),
    );
    const made = whenView(createView, empty, {
      ...view(false),
      config: {
        fields: [{ fieldId: a!.id, width: 300 }, { fieldId: draftFieldId }],
        filter: { fieldId: draftFieldId, operator: 'equals', value: 1 },
        sort: [{ fieldId: a!.id }],
      },
    }).after();
    const { id: viewId } = viewsOf(made)[0]!;
    expect(whenView(changeView, made, { viewId, config }).refusal()).toBe('request.invalid');
    // A label alone is changed whatever became of the fields.
    const bare = { ...made, table: { ...table, fields: [] } };
    expect(labels(whenView(changeView, bare, { viewId, label: 'x' }).after())).toEqual(['x']);
  });

  it('are of a type that there is, and have what it has', () => {
    const of = (type: string, config: object) => whenView(createView, empty, { ...view(true), type, config });
    expect(of('hologram', { fields: [] }).refusal()).toBe('views.type_unknown');
    expect(of('table', { fields: [], lanes: 3 }).refusal()).toBe('request.invalid');
    // A name that another type has as another part is not taken for that.
    expect(of('table', { fields: [], size: 'small' }).refusal()).toBe('request.invalid');
    expect(of('table', { fields: [], rowHeight: 47 }).refusal()).toBe('request.invalid');
    expect(of('gallery', { size: 'small' }).refusal()).toBe('request.invalid');
    expect(of('gallery', { fields: [], size: 'small', cover: table.fields[0]!.id }).events()).toHaveLength(1);
    expect(of('gallery', { fields: [], cover: newId() }).refusal()).toBe('request.invalid');
    // What a later version wrote is there, and nothing is told of it that this one cannot check.
    const later = shelved(empty, [
      oldStyle(table, {
        $case: 'viewCreated',
        value: {
          tableId: table.id,
          view: {
            id: newId(),
            type: 'hologram',
            label: 'H',
            configJson: '{"secret":1}',
            configVersion: 9,
            ownerUserId: '',
          },
        },
      }),
    ]);
    expect(tableWire(later.table, ada, viewsOf(later)).views).toMatchObject([{ label: 'H', config: {} }]);
  });

  it('ask in a form for fields that people write, each once, and say there what a form may say', () => {
    const [a] = table.fields;
    const numbered = {
      ...madeTable({
        fields: [
          { name: 'A', type: 'text' },
          { name: 'N', type: 'identifier' },
        ],
      }),
      views: [],
    };
    const of = (config: object, shelf = empty) => whenView(createView, shelf, { ...view(true), type: 'form', config });
    const asked = { fieldId: a!.id, label: 'Your name', help: 'As on your card', required: true };
    expect(
      viewsOf(of({ fields: [asked], title: 'Request', on_save: 'keep_open', header_color: 'teal' }).after()),
    ).toHaveLength(1);
    const issues = (config: object, shelf = empty): unknown => {
      try {
        return of(config, shelf).events();
      } catch (error) {
        return (error as { details: { issues: unknown } }).details.issues;
      }
    };
    expect(issues({})).toEqual([{ path: 'body.config.fields', message: 'It is required.' }]);
    expect(issues({ fields: [asked, { fieldId: a!.id }] })).toEqual([
      { path: 'body.config.fields.1.fieldId', message: '"A" is asked for once already.' },
    ]);
    expect(issues({ fields: [{ fieldId: a!.id, width: 300 }] })).toEqual([
      { path: 'body.config.fields.0.width', message: 'A field of a view of type "form" has no "width".' },
    ]);
    const begins = (value: unknown) => ({ fields: [{ fieldId: a!.id, hidden: true, default: value }] });
    expect(viewsOf(of(begins('x')).after())).toHaveLength(1);
    expect(issues(begins({ no: 'text' }))).toEqual([expect.objectContaining({ path: 'body.config.fields.0.default' })]);
    expect(issues({ fields: [{ fieldId: draftFieldId }] })).toEqual([
      { path: 'body.config.fields.0.fieldId', message: `There is no field "${draftFieldId}".` },
    ]);
    expect(issues({ fields: [{ fieldId: numbered.fields[1]!.id }] }, { ...empty, table: numbered })).toEqual([
      { path: 'body.config.fields.0.fieldId', message: '"N" is written by nobody.' },
    ]);
    expect(issues({ fields: [], on_save: 'explode', filter: { and: [] } })).toEqual([
      { path: 'body.config.filter', message: 'A view of type "form" has no "filter".' },
      expect.objectContaining({ path: 'body.config.on_save' }),
    ]);
    expect(whenView(createView, empty, { ...view(true), config: { fields: [asked] } }).refusal()).toBe(
      'request.invalid',
    );
    // A question of a field in the trash stays, as a column does.
    const gone = { ...empty, table: { ...table, fields: [], deletedFields: [{ field: a!, index: 0, deletedAt: 1 }] } };
    expect(of({ fields: [asked] }, gone).events()).toHaveLength(1);
  });

  it('keep the column of a field in the trash, but neither filter nor sort by it', () => {
    const {
      fields: [a],
    } = table;
    const without: Shelf = {
      ...empty,
      table: { ...table, fields: [], deletedFields: [{ field: a!, index: 0, deletedAt: 1 }] },
    };
    const kept = { ...view(true), config: { fields: [{ fieldId: a!.id, width: 300 }] } };
    expect(viewsOf(whenView(createView, without, kept).after())).toHaveLength(1);
    expect(
      whenView(createView, without, { ...view(true), config: { fields: [], sort: [{ fieldId: a!.id }] } }).refusal(),
    ).toBe('request.invalid');
  });

  it('are bounded in number, those for everyone together and personal ones for each person, and in size', () => {
    const made = (shelf: Shelf, personal: boolean, actor: typeof ada, count: number): Shelf => {
      let next = shelf;
      for (let i = 0; i < count; i++) next = whenView(createView, next, view(personal), actor).after();
      return next;
    };
    const full = made(made(empty, false, ada, 200), true, mia, 100);
    expect(whenView(createView, full, view(false)).refusal()).toBe('views.too_many');
    expect(whenView(createView, full, view(true), mia).refusal()).toBe('views.too_many_personal');
    const more = whenView(createView, full, view(true)).after();
    const own = viewsOf(more).find(({ ownerUserId }) => ownerUserId === userOf(ada))!;
    expect(whenView(changeView, more, { viewId: own.id, personal: false }).refusal()).toBe('views.too_many');
    for (const other of [ada, max]) expect(whenView(createView, full, view(true), other).events()).toHaveLength(1);
    const [first] = viewsOf(full);
    expect(
      whenView(createView, whenView(deleteView, full, { viewId: first!.id }).after(), view(false)).events(),
    ).toHaveLength(1);
    expect(
      whenView(createView, empty, {
        ...view(false),
        config: {
          fields: [],
          filter: { fieldId: table.fields[0]!.id, operator: 'contains', value: 'x'.repeat(64_000) },
        },
      }).refusal(),
    ).toBe('views.config_too_large');
    expect(whenView(createView, empty, { ...view(false), label: '' }).refusal()).toBe('views.name_required');
  });
});

const random = (seed: number) => () => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff) / 0x7fffffff;

describe('a history that the stream of a table begins and streams of views go on with', () => {
  it.each(Array.from({ length: 40 }, (_, i) => i + 1))(
    'comes to the views that one stream came to (seed %i)',
    (seed) => {
      const next = random(seed * 7919);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
      /** The whole history as the stream of a table would have it, beside the one that is told to both. */
      let [reference, shelf]: Shelf[] = [empty, empty];
      const moved = new Set<string>();
      const cameBack = new Set<string>();
      const steps = 30;
      const turn = Math.floor(next() * steps);
      for (let step = 0; step < steps; step++) {
        const { views, deletedViews } = reference!.table;
        const kind = pick(['create', 'change', 'change', 'delete', 'restore'] as const);
        const target = kind === 'restore' ? pick(deletedViews)?.view : pick(views);
        if (kind !== 'create' && target === undefined) continue;
        // The last one stays.
        if (kind === 'delete' && views.length === 1) continue;
        const viewId = kind === 'create' ? newId() : target!.id;
        const own = step >= turn && (kind === 'create' || moved.has(viewId) || next() < 0.7);
        if (step >= turn && kind === 'create' && !own) continue;
        const label = `label ${Math.floor(next() * 5)} of ${step}`;
        const value = {
          id: viewId,
          type: 'table',
          label,
          configJson: '{"fields":[]}',
          configVersion: 1,
          ownerUserId: '',
        };
        const index = views.findIndex((one) => one.id === viewId);
        const event =
          kind === 'create'
            ? ({ $case: 'viewCreated', value: { tableId: table.id, view: value } } as const)
            : kind === 'change'
              ? ({ $case: 'viewChanged', value: { tableId: table.id, before: target, after: value } } as const)
              : kind === 'delete'
                ? ({ $case: 'viewDeleted', value: { tableId: table.id, viewId, index, view: undefined } } as const)
                : ({
                    $case: 'viewRestored',
                    value: {
                      tableId: table.id,
                      viewId,
                      index: deletedViews.find(({ view: one }) => one.id === viewId)!.index,
                      view: undefined,
                    },
                  } as const);
        if (own || moved.has(viewId)) {
          moved.add(viewId);
          if (kind === 'restore')
            shelf = shelved(shelf!, [
              {
                event: { $case: 'viewRestored', value: { tableId: table.id, viewId, index: 0, view: target } },
                advances: [
                  {
                    stream: viewStream(table.id, viewId),
                    version: (shelf!.streams.get(viewStream(table.id, viewId))?.version ?? 0) + 1,
                  },
                ],
              },
            ]);
          else if (kind === 'create') shelf = whenView(createView, shelf!, { ...view(false), viewId, label }).after();
          else if (kind === 'change') shelf = whenView(changeView, shelf!, { viewId, label }).after();
          else shelf = whenView(deleteView, shelf!, { viewId }).after();
        } else shelf = shelved(shelf!, [oldStyle(shelf!.table, event)]);
        reference = shelved(reference!, [oldStyle(reference!.table, event)]);
        if (kind === 'restore') cameBack.add(viewId);
      }
      // One that came back stands where it stood: one stream counted its place among those that were there at the time.
      const told = (of: Shelf) => viewsOf(of).map(({ version: _version, ...one }) => one);
      const sorted = (of: Shelf) => told(of).toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const stayed = (of: Shelf) => told(of).filter(({ id }) => !cameBack.has(id));
      expect(sorted(shelf!)).toEqual(sorted(reference!));
      expect(stayed(shelf!)).toEqual(stayed(reference!));
      expect(moved.size === 0 || shelf!.table.version < reference!.table.version).toBe(true);
      expect([...shelf!.streams.keys()].every((stream) => stream !== tableStream(table.id))).toBe(true);
    },
  );
});
