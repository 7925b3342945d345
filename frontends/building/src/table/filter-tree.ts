import type { Field, Filter } from '@tessera/kit';
import { useEffect, useRef, useState } from 'react';
import { filterOf, type Group, treeOf } from '../data/filters.ts';
import type { ViewState } from '../workbench/use-view.ts';

/** The filter as it is built: rows that are not finished stay here, finished ones reach the view. */
export const useFilterTree = (
  filter: Filter | undefined,
  fields: readonly Field[],
  change: (filter: Filter | undefined) => void,
): readonly [Group, (tree: Group) => void] => {
  const [tree, setTree] = useState<Group>(() => treeOf(filter));
  const given = JSON.stringify(filter ?? null);
  const sent = useRef(given);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (sent.current === given) return;
    sent.current = given;
    // What was reset meanwhile does not come back.
    clearTimeout(timer.current);
    setTree(treeOf(filter));
  }, [given, filter]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [
    tree,
    (next) => {
      setTree(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const built = filterOf(next, fields);
        const text = JSON.stringify(built ?? null);
        if (text === sent.current) return;
        sent.current = text;
        change(built);
      }, 250);
    },
  ];
};

export const withFilter = (config: ViewState['config'], filter: Filter | undefined): ViewState['config'] => {
  const { filter: _before, ...rest } = config;
  return filter ? { ...rest, filter } : rest;
};
