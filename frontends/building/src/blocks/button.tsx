import { LinkButton, useTexts } from '@tessera/kit';
import { IconExternalLink } from '@tessera/kit/icons';
import { BlockHead, BlockNote, Vacant } from './plate.tsx';
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

type GroupConfig = {
  readonly title?: string;
  readonly direction?: string;
  readonly buttons?: readonly {
    readonly id: string;
    readonly label?: string;
    readonly look?: string;
    readonly [part: string]: unknown;
  }[];
};

/** Several buttons beside or below each other; one that leads nowhere is left out. */
export const ButtonGroup = ({ app, block }: BlockProps) => {
  const t = useTexts('building');
  const { title = '', direction, buttons = [] } = block.config as GroupConfig;
  const shown = buttons.flatMap((one) => {
    const to = leadsTo(one);
    return to === undefined ? [] : [{ ...one, to }];
  });
  if (shown.length === 0) return app.draft ? <Vacant>{t('apps.noButtons')}</Vacant> : null;
  return (
    <>
      <BlockHead title={title} />
      <div
        className={classes['group']}
        role="group"
        aria-label={title === '' ? t('apps.buttons') : title}
        data-column={direction === 'column' || undefined}
      >
        {shown.map(({ id, to, label, look }) => (
          <LinkButton
            key={id}
            to={to}
            block={direction === 'column'}
            {...(look !== 'plain' && { variant: 'primary' as const })}
            {...(!to.startsWith('/') && { icon: IconExternalLink })}
          >
            {label === undefined || label === '' ? t('apps.open') : label}
          </LinkButton>
        ))}
      </div>
    </>
  );
};
