import { LinkButton, useTexts } from '@tessera/kit';
import { IconExternalLink } from '@tessera/kit/icons';
import { BlockNote } from './plate.tsx';
import type { BlockProps } from './view.ts';
import classes from './blocks.module.css';

/** Where a press leads; undefined while that is not said yet. */
export const leadsTo = (config: Readonly<Record<string, unknown>>): string | undefined => {
  const text = (name: string): string | undefined =>
    typeof config[name] === 'string' && config[name] !== '' ? (config[name] as string) : undefined;
  const [app, table] = [text('appId'), text('tableId')];
  switch (config['action']) {
    case 'openApp':
      return app && `/app/${app}`;
    case 'openTable':
      return table && `/object/${table}/list`;
    default:
      return text('href');
  }
};

/** A button that leads somewhere, with a line that says why. */
export const ButtonBlock = ({ app, block }: BlockProps) => {
  const t = useTexts('building');
  const { config } = block;
  const to = leadsTo(config);
  const { label, line, look } = config as { readonly label?: string; readonly line?: string; readonly look?: string };
  if (to === undefined) return app.draft ? <BlockNote>{t('apps.noTarget')}</BlockNote> : null;
  const variant = look === 'plain' ? {} : ({ variant: 'primary' } as const);
  const name = label === undefined || label === '' ? t('apps.open') : label;
  return (
    <div className={classes['buttonBlock']}>
      {line !== undefined && line !== '' && <p className="t-medium">{line}</p>}
      <LinkButton to={to} {...variant} {...(!to.startsWith('/') && { icon: IconExternalLink })}>
        {name}
      </LinkButton>
    </div>
  );
};
