import { IconButton, useTexts } from '@tessera/kit';
import { IconChevronDown, IconChevronUp } from '@tessera/kit/icons';
import type { SearchSteps as Steps } from './use-search-steps.ts';
import classes from './table.module.css';

/** Where a search stands among what it finds, and the ways on. */
export const SearchSteps = ({
  steps,
  search,
  found,
  touch = false,
}: {
  steps: Steps;
  search: string;
  found: number | null;
  touch?: boolean;
}) => {
  const t = useTexts('building');
  const none = search.trim() === '' || found === null || found === 0;
  const size = touch ? ('touch' as const) : ('table' as const);
  return (
    <>
      <span className={classes['found']} role="status">
        {none
          ? ''
          : steps.place === null
            ? t('recordsCounted', { count: found })
            : t('tools.search.place', { place: steps.place + 1, count: found })}
      </span>
      <IconButton
        label={t('tools.search.previous')}
        icon={IconChevronUp}
        size={size}
        tooltip={false}
        disabled={none}
        onClick={() => steps.step(-1)}
      />
      <IconButton
        label={t('tools.search.next')}
        icon={IconChevronDown}
        size={size}
        tooltip={false}
        disabled={none}
        onClick={() => steps.step(1)}
      />
    </>
  );
};
