import { Button, Dialog, type Id, Switch, useTexts } from '@tessera/kit';
import type { App, AppBlock } from '../apps/apps.resource.ts';
import { useBlockTexts } from '../blocks/list.ts';
import { LinkDialog } from './share.dialog.tsx';
import classes from './share.module.css';

const titleOf = ({ config }: AppBlock): string => {
  const title = config['title'] ?? config['heading'] ?? config['label'];
  return typeof title === 'string' ? title : '';
};

/** Opens an app to strangers: at which address, which of its blocks, and how long. */
export const AppShare = ({ app, onClose }: { readonly app: App; readonly onClose: () => void }) => {
  const t = useTexts('building');
  const texts = useBlockTexts();
  if (!app.rights.canShare)
    return (
      <Dialog
        opened
        onClose={onClose}
        title={t('share.title', { view: app.label })}
        footer={<Button onClick={onClose}>{t('share.close')}</Button>}
      >
        <section className={classes['part']}>
          <Switch checked={app.active} disabled label={t('share.on')} onChange={() => undefined} />
          <p className={classes['note']}>{t('share.noRight')}</p>
        </section>
      </Dialog>
    );
  const names = new Map<Id, string>(
    app.components.map((block) => {
      const kind = texts(block.config.type)?.name ?? block.config.type;
      const title = titleOf(block);
      return [block.id as Id, title === '' ? kind : `${title} (${kind})`];
    }),
  );
  return (
    <LinkDialog
      shared={{ identifier: app.id as Id, type: 'dashboard' }}
      table={null}
      blocks={names}
      name={app.label}
      onClose={onClose}
    />
  );
};
