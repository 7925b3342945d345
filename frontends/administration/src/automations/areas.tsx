import { useTexts } from '@tessera/kit';
import { NavLink } from 'react-router';
import classes from './automations.module.css';

const areas = ['all-automations', 'my-automations', 'automation-log', 'webhooks'] as const;

/** The places of the area. */
export const Areas = () => {
  const t = useTexts('administration');
  return (
    <nav className={classes['areas']} aria-label={t('automations.title')}>
      {areas.map((area) => (
        <NavLink key={area} to={`/automations/${area}`} className={classes['area'] ?? ''}>
          {t(`automation.areas.${area}`)}
        </NavLink>
      ))}
    </nav>
  );
};
