import { hueStyle, type Id, useTexts } from '@tessera/kit';
import { mostOnPhone, type ActionItem, type BottomNav as Config } from '@tessera/proto/blocks';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { later } from '../../later.tsx';
import { barIcon } from './icons.ts';
import { addressIn, addressOf, within } from './places.ts';
import classes from './bars.module.css';

/** Loaded with the first press. */
const AddRecord = later(async () => (await import('./dialogs.ts')).AddRecordDialog);

/** Where an item leads, within the bars of its app; the same page alone, where that is another. */
const addressesOf = (barOf: Id, { type, target, record_table }: ActionItem): readonly string[] => {
  if (type === 'app') return [addressIn(barOf, type, target), addressOf(type, target)];
  if (type === 'record') return [within(barOf, `/object/${record_table}/record/${target}`)];
  return [target.startsWith('/') ? within(barOf, target) : target];
};

/** The bar at the bottom of an app: on a phone in place of the product's own. */
export const BottomNav = ({ bar, barOf, phone }: { bar: Config; barOf: Id; phone: boolean }) => {
  const t = useTexts('building');
  const { pathname } = useLocation();
  const [adding, setAdding] = useState<ActionItem | null>(null);
  const bare = bar.bg_color === null || bar.bg_color === undefined;
  return (
    <>
      <nav
        className={classes['bottom']}
        aria-label={t('apps.bars.bottom')}
        style={bare ? undefined : hueStyle(bar.bg_color!)}
        data-colored={!bare || undefined}
      >
        {bar.items.slice(0, phone ? mostOnPhone : undefined).map((item) => {
          const Icon = barIcon(item.icon);
          const content = (
            <>
              <span data-plus={item.type === 'addRecord' || undefined}>
                <Icon aria-hidden="true" />
              </span>
              <span className="t-cut">{item.label}</span>
            </>
          );
          if (item.type === 'addRecord')
            return (
              <button key={item.id} type="button" onClick={() => setAdding(item)}>
                {content}
              </button>
            );
          const addresses = addressesOf(barOf, item);
          const [to = ''] = addresses;
          return to.startsWith('/') ? (
            <Link key={item.id} to={to} {...(addresses.includes(pathname) && { 'aria-current': 'page' as const })}>
              {content}
            </Link>
          ) : (
            <a key={item.id} href={to} target="_blank" rel="noopener noreferrer">
              {content}
            </a>
          );
        })}
      </nav>
      {/* Beside the bar, which is hidden while one writes. */}
      {adding !== null && <AddRecord tableId={adding.target} label={adding.label} onDone={() => setAdding(null)} />}
    </>
  );
};
