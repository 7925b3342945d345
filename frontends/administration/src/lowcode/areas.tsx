import { useTexts } from '@tessera/kit';
import { NavLink } from 'react-router';
import classes from '../automations/automations.module.css';

const areas = {
  functions: 'functions.title',
  triggers: 'triggers.title',
  webhooks: 'incomingWebhooks.title',
  documentation: 'functions.documentation',
} as const;

/** The places of the area. */
export const Areas = () => {
  const t = useTexts('administration');
  return (
    <nav className={classes['areas']} aria-label={t('functions.title')}>
      {Object.entries(areas).map(([area, label]) => (
        <NavLink key={area} to={`/lowcode/${area}`} className={classes['area'] ?? ''}>
          {t(label)}
        </NavLink>
      ))}
    </nav>
  );
};
