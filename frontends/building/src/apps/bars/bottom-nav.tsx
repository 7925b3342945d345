import { hueStyle, useTexts } from '@tessera/kit';
import { mostOnPhone, type ActionItem, type BottomNav as Config } from '@tessera/proto/blocks';
import { Link } from 'react-router';
import { barIcon } from './icons.ts';
import classes from './bars.module.css';

/** Where an item leads. */
export const addressOfAction = ({ type, target, record_table }: ActionItem): string => {
  switch (type) {
    case 'app':
      return `/app/${target}`;
    case 'record':
      return `/object/${record_table}/list?recordId=${target}`;
    case 'addRecord':
      return `/object/${target}/list`;
    default:
      return target;
  }
};

/** The bar at the bottom: on a phone in place of the product's own. */
export const BottomNav = ({ bar, current, phone }: { bar: Config; current: string; phone: boolean }) => {
  const t = useTexts('building');
  return (
    <nav
      className={classes['bottom']}
      aria-label={t('apps.bars.bottom')}
      style={bar.bg_color === null || bar.bg_color === undefined ? undefined : hueStyle(bar.bg_color)}
      data-colored={(bar.bg_color !== null && bar.bg_color !== undefined) || undefined}
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
        const to = addressOfAction(item);
        return to.startsWith('/') ? (
          <Link
            key={item.id}
            to={to}
            {...(item.type === 'app' && item.target === current && { 'aria-current': 'page' as const })}
          >
            {content}
          </Link>
        ) : (
          <a key={item.id} href={to} target="_blank" rel="noopener noreferrer">
            {content}
          </a>
        );
      })}
    </nav>
  );
};
