import { hasRight, Segmented, useRights, useTexts } from '@tessera/kit';
import { IconLayoutGrid, IconList } from '@tessera/kit/icons';
import { NavLink } from 'react-router';
import home from '../home/home.module.css';
import { useSeesTables } from '../home/sees-tables.ts';
import classes from './places.module.css';
import { addPlacesTexts } from './texts.ts';
import { type Layout, useLayout } from './use-layout.ts';

await addPlacesTexts();

/** The home pages, and whether they show cards or lines. */
export const HomeTabs = () => {
  const t = useTexts('places');
  const rights = useRights();
  const seesTables = useSeesTables();
  const { layout, setLayout } = useLayout();
  const tabs = [
    { to: '/home', label: t('shell:nav.home') },
    { to: '/start-here', label: t('shell:start.title') },
    { to: '/home/favorites', label: t('starred') },
    { to: '/home/folders', label: t('folders') },
    ...(seesTables ? [{ to: '/home/tables', label: t('shell:nav.tables') }] : []),
    { to: '/home/apps', label: t('shell:nav.apps') },
    ...(hasRight(rights, 'isBuilder') ? [{ to: '/home/public-apps', label: t('publicLinks') }] : []),
    ...(hasRight(rights, 'canViewTrash') ? [{ to: '/workspaces/recovery', label: t('shell:nav.trash') }] : []),
  ];
  return (
    <div className={home['tabs']}>
      <nav aria-label={t('shell:nav.home')}>
        {tabs.map(({ to, label }) => (
          <NavLink key={to} to={to} end={to === '/home'} className={classes['tab'] ?? ''}>
            {label}
          </NavLink>
        ))}
      </nav>
      <Segmented<Layout>
        label={t('layout')}
        value={layout}
        onChange={setLayout}
        options={[
          { value: 'list', label: <span className="t-hidden">{t('list')}</span>, icon: IconList },
          { value: 'grid', label: <span className="t-hidden">{t('grid')}</span>, icon: IconLayoutGrid },
        ]}
      />
    </div>
  );
};
