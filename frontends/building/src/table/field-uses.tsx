import { type Field, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type FieldUses, tableApi } from './table.resource.ts';
import classes from './table.module.css';

type Use = FieldUses['uses'][number];

/** Where a field is used, as it is asked when it is shown. */
const useFieldUses = (tableId: string, fieldId: string): FieldUses | undefined =>
  useQuery({
    queryKey: ['field-uses', tableId, fieldId],
    queryFn: () => tableApi.fieldUses(tableId, fieldId),
    staleTime: 0,
    gcTime: 0,
  }).data;

/** What uses a field, each with what it does with it; a view is a way to it. */
const Uses = ({ tableId, uses }: { tableId: string; uses: readonly Use[] }) => {
  const t = useTexts('building');
  return (
    <ul className={classes['uses']}>
      {uses.map((use) => (
        <li key={`${use.kind}:${use.id}`}>
          {use.kind === 'view' ? (
            <Link className="t-cut" to={`/object/${tableId}/${use.id}`}>
              {use.name}
            </Link>
          ) : (
            <span className="t-cut">{use.name}</span>
          )}
          <span className="t-caption">{use.as.map((one) => t(`tools.uses.as.${one}`)).join(', ')}</span>
        </li>
      ))}
    </ul>
  );
};

/** In the panel of a field: where it is used. */
export const WhereUsed = ({ tableId, field }: { tableId: string; field: Field }) => {
  const t = useTexts('building');
  const found = useFieldUses(tableId, field.id);
  if (found === undefined) return null;
  const none = found.uses.length === 0 && found.others === 0;
  return (
    <section className={classes['panelSection']} aria-label={t('tools.uses.title')}>
      <h3>{t('tools.uses.title')}</h3>
      {none && <p className="t-secondary">{t('tools.uses.none')}</p>}
      <Uses tableId={tableId} uses={found.uses} />
      {found.others > 0 && <p className="t-secondary">{t('tools.uses.others', { count: found.others })}</p>}
    </section>
  );
};

/** Before a field is deleted: what answers something else without it, and what only shows less. */
export const WhatBreaks = ({ tableId, field }: { tableId: string; field: Field }) => {
  const t = useTexts('building');
  const found = useFieldUses(tableId, field.id);
  const [breaks, less] = [true, false].map((one) => found?.uses.filter((use) => use.breaks === one) ?? []);
  if (found === undefined) return null;
  return (
    <div role="status" className={classes['breaks']}>
      {breaks!.length > 0 && (
        <>
          <p className="t-medium">{t('tools.uses.breaks')}</p>
          <Uses tableId={tableId} uses={breaks!} />
        </>
      )}
      {less!.length > 0 && (
        <>
          <p className="t-medium">{t('tools.uses.less')}</p>
          <Uses tableId={tableId} uses={less!} />
        </>
      )}
      {found.others > 0 && <p className="t-secondary">{t('tools.uses.others', { count: found.others })}</p>}
    </div>
  );
};
