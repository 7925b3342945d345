import { isMoment, typeOfField } from '@tessera/fields';
import type { AggregateFunction, Field, Id } from '@tessera/kit';
import { useFormats, useTexts } from '@tessera/kit';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type GroupLevel, knownGroup } from '../../data/groups.ts';
import { displayText, isReadOnly } from '../../data/values.ts';
import { viewOfField } from '../../field-types/list.ts';
import type { CellContext } from '../../field-types/view.ts';
import type { GridDrawing } from '../../grid/drawing.ts';
import { type AnsweredGroup, gridGroups, groupsOf } from '../../grid/model/grouped.ts';
import type { GridGroup } from '../../grid/model/lines.ts';
import { CellContent } from '../../grid/view/cell.tsx';
import type { FootTotal } from '../../grid/view/foot.tsx';
import { GroupLines, type GroupProps } from '../../grid/view/group-lines.tsx';
import { usePrefer, usePreferences } from '../../table/queries.ts';
import { tableApi } from '../../table/table.resource.ts';
import { totalName } from '../../table/use-totals.ts';
import { shownEntries } from '../../workbench/view-state.ts';
import { useDayName } from '../parts/use-day-name.ts';
import type { DrawnProps } from '../view.ts';

type Value = {
  readonly fieldId: Id;
  readonly function: AggregateFunction;
  readonly value: number | string | null;
};
type Answer = { readonly of: string; readonly levels: readonly (readonly AnsweredGroup<Value>[])[] };

/** Groups that one answer has, and that are drawn at most; rows beyond stand without heads. */
const atOnce = 1000;
const mostGroups = 10_000;

/** Levels whose groups are closed, and groups of which the opposite holds; kept for each person and view. */
type Folded = { readonly levels: readonly number[]; readonly paths: readonly string[] };
const nothingFolded: Folded = { levels: [], paths: [] };
const mostKept = 200;
const isFoldedList = (value: unknown): value is Folded =>
  typeof value === 'object' && value !== null && 'levels' in value && 'paths' in value;
const levelOfPath = (path: string): number => (JSON.parse(path) as readonly unknown[]).length - 1;

type Options = Pick<DrawnProps, 'table' | 'view' | 'state' | 'work' | 'totals'> & {
  readonly drawing: GridDrawing;
  readonly context: CellContext;
};

/** The groups of the grid: asked for again whenever totals are, folded as this person left them. */
const useGroups = ({ table, view, state, work, totals, drawing, context }: Options): GroupProps | null => {
  const t = useTexts('building');
  const formats = useFormats();
  const { list, habits, bench } = work;
  const { grid, actions } = drawing;
  const { config } = state;
  const group = config['group'];
  const levels = useMemo(() => knownGroup(group, table.fields), [group, table.fields]);
  const aggregates = useMemo(
    () =>
      shownEntries(table, config)
        .flatMap(({ fieldId, total }) => (total === undefined ? [] : [{ fieldId, function: total }]))
        .slice(0, 20),
    [table, config],
  );

  const of = JSON.stringify([levels, aggregates]);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const { round } = totals;
  const latest = useRef({ levels, aggregates });
  latest.current = { levels, aggregates };
  useEffect(() => {
    const now = latest.current;
    if (now.levels.length === 0) return undefined;
    const abort = new AbortController();
    const { filter, search } = list.query();
    const read = async (groupBy: readonly GroupLevel[]): Promise<readonly AnsweredGroup<Value>[]> => {
      const found: AnsweredGroup<Value>[] = [];
      for (let after: string | undefined; found.length < mostGroups;) {
        const page = await tableApi.groupPage(
          table.id,
          {
            ...(filter ? { filter } : {}),
            ...(search ? { search } : {}),
            groupBy,
            aggregates: now.aggregates,
            limit: atOnce,
            ...(after === undefined ? {} : { after }),
          },
          abort.signal,
        );
        found.push(...page.groups);
        after = page.next;
        if (after === undefined) break;
      }
      return found;
    };
    Promise.all(now.levels.map((_, depth) => read(now.levels.slice(0, depth + 1)))).then(
      (answered) => {
        if (!abort.signal.aborted) setAnswer({ of, levels: answered });
      },
      // Heads adorn the rows; the next change asks again.
      () => undefined,
    );
    return () => abort.abort();
  }, [table.id, list, of, round]);

  const { data: preferences } = usePreferences();
  const prefer = usePrefer();
  const key = `folded:${view.id}`;
  const kept = preferences?.[key];
  const folded = isFoldedList(kept) ? kept : nothingFolded;
  const isFolded = useCallback(
    (path: string): boolean => folded.levels.includes(levelOfPath(path)) !== folded.paths.includes(path),
    [folded],
  );
  const made = useMemo(
    () =>
      levels.length === 0 || answer === null || answer.levels.length !== levels.length
        ? null
        : gridGroups(answer.levels, isFolded),
    [levels, answer, isFolded],
  );

  const levelFields = useMemo(
    () => levels.flatMap(({ fieldId }) => table.fields.find(({ id }) => id === fieldId) ?? []),
    [levels, table.fields],
  );
  const adds = table.rights.canCreateRecords && !levelFields.some(isReadOnly);
  useEffect(() => grid.set({ groups: made === null ? null : groupsOf(made.groups, adds) }), [grid, made, adds]);
  // Drawn anew when rows that came or went shift the groups.
  useSyncExternalStore(grid.subscribe, () => grid.state().groups);

  const fold = useCallback(
    (one: GridGroup, closed: boolean, level: boolean): void => {
      if (level)
        prefer(key, {
          levels: [...folded.levels.filter((other) => other !== one.level), ...(closed ? [one.level] : [])],
          paths: folded.paths.filter((path) => levelOfPath(path) !== one.level),
        });
      else {
        if (closed === isFolded(one.path)) return;
        const has = folded.paths.includes(one.path);
        prefer(key, {
          levels: folded.levels,
          paths: has ? folded.paths.filter((path) => path !== one.path) : [...folded.paths, one.path].slice(-mostKept),
        });
      }
    },
    [folded, isFolded, key, prefer],
  );

  const dayName = useDayName();

  return useMemo((): GroupProps | null => {
    if (made === null) return null;
    const field = (one: GridGroup): Field | undefined => levelFields[one.level];
    const nameOf = (one: GridGroup): string => {
      const [grouping, value, level] = [field(one), one.key[one.level], levels[one.level]];
      if (grouping === undefined || level === undefined || value === null) return t('empty');
      return level.bucket === undefined
        ? displayText(grouping, value, habits.show)
        : dayName(String(value), level.bucket);
    };
    return {
      Lines: GroupLines,
      shownOf: (one) => {
        const grouping = field(one);
        const name = nameOf(one);
        const plain = grouping === undefined || one.key[one.level] === null || levels[one.level]?.bucket !== undefined;
        const shown = new Map<Id, FootTotal>();
        for (const { fieldId, function: fn, value } of made.values.get(one.path) ?? []) {
          const summed = table.fields.find(({ id }) => id === fieldId);
          if (summed && value !== null)
            shown.set(fieldId, { label: t(`totals.${totalName(summed, fn)}`), value: totals.show(summed, fn, value) });
        }
        return {
          name,
          content:
            plain || viewOfField(grouping).isPlain === true ? (
              name
            ) : (
              <CellContent
                field={grouping}
                value={one.key[one.level]}
                width={220}
                height={32}
                context={context}
                openLabel=""
              />
            ),
          totals: shown,
        };
      },
      onFold: (one, closed, level) => {
        fold(one, closed, level);
        bench.say(t(closed ? 'tools.group.folded' : 'tools.group.opened', { name: nameOf(one) }));
      },
      onAdd: adds
        ? (one) => {
            const fields = Object.fromEntries(
              levels.flatMap(({ fieldId, bucket }, level) => {
                const value = one.key[level];
                const storage = typeOfField(levelFields[level] ?? { type: '', props: {} })?.storage;
                if (value === null || value === undefined) return [];
                // The middle of the day is in it in nearly every zone.
                return [[fieldId, bucket !== undefined && isMoment(storage) ? `${String(value)}T12:00:00Z` : value]];
              }),
            );
            const at = one.first + one.count;
            const { groups } = grid.state();
            if (one.folded) fold(one, false, false);
            if (groups !== null) grid.set({ groups: groups.shifted(at, 1) });
            actions.newRecordAt(fields, at);
          }
        : null,
      numeric: (column) => viewOfField(column.field).atEnd === true,
      texts: {
        count: (count) => formats.number(count),
        head: (name, count) => t('tools.group.head', { name, count }),
        add: (name) => t('tools.group.newIn', { name }),
      },
    };
  }, [
    made,
    levelFields,
    levels,
    t,
    habits,
    dayName,
    table.fields,
    totals,
    context,
    fold,
    bench,
    adds,
    grid,
    actions,
    formats,
  ]);
};

/** Gives the grid the groups of its view for as long as it has some. */
export const Groups = ({
  onGroups,
  ...options
}: Options & { readonly onGroups: (groups: GroupProps | null) => void }): null => {
  const groups = useGroups(options);
  useEffect(() => onGroups(groups), [onGroups, groups]);
  const { grid } = options.drawing;
  useEffect(
    () => () => {
      onGroups(null);
      grid.set({ groups: null });
    },
    [onGroups, grid],
  );
  return null;
};
