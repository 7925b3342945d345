import { Button, Dialog, EmptyState, ErrorState, Select, Skeleton, useTexts } from '@tessera/kit';
import type { ShownSlots } from '@tessera/kit/manifest';
import { blockType, rowHeight, standsAlone } from '@tessera/proto/blocks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type App, appQuery, choicesQuery } from '../apps/apps.resource.ts';
import { addAppTexts } from '../apps/texts.ts';
import { blockViewOf, useBlockTexts } from './list.ts';
import classes from './blocks.module.css';

await addAppTexts();

/** The blocks of an app that can stand in a text, as eyes find them in it. */
const choicesIn = (app: App) =>
  app.layouts.desktop.components
    .toSorted((a, b) => a.y - b.y || a.x - b.x)
    .flatMap(({ id, h }) => {
      const block = app.components.find((one) => one.id === id);
      const type = blockType(block?.config.type ?? '');
      return block === undefined || type === undefined || !standsAlone(type) ? [] : [{ block, height: h * rowHeight }];
    });

/** An app, and one of its blocks. */
export const Extension = ({ onChosen, onClose }: ShownSlots['page.choose-block']) => {
  const t = useTexts('building');
  const texts = useBlockTexts();
  const [appId, setAppId] = useState<string | null>(null);
  const apps = useQuery(choicesQuery('apps'));
  const app = useQuery({ ...appQuery(appId ?? '', false), enabled: appId !== null });
  const choices = app.data === undefined ? undefined : choicesIn(app.data);
  const error = apps.error ?? app.error;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('apps.chooseBlock')}
      size="medium"
      footer={<Button onClick={onClose}>{t('kit:cancel')}</Button>}
    >
      <Select
        label={t('apps.fromApp')}
        value={appId}
        onChange={setAppId}
        options={(apps.data ?? []).map(({ id, label }) => ({ value: id, label }))}
      />
      {error !== null && <ErrorState error={error} onRetry={() => void (apps.error ? apps : app).refetch()} />}
      {appId !== null && choices === undefined && error === null && <Skeleton width={240} height={16} />}
      {choices?.length === 0 && <EmptyState title={t('apps.noneToCopy')} />}
      {choices !== undefined && choices.length > 0 && (
        <ul className={classes['choices']} aria-label={t('apps.chooseBlock')}>
          {choices.map(({ block, height }) => {
            const Icon = blockViewOf(block.config.type)?.icon;
            const title = block.config['title'] ?? block.config['heading'] ?? block.config['label'];
            return (
              <li key={block.id}>
                <button type="button" onClick={() => onChosen({ config: JSON.stringify(block.config), height })}>
                  {Icon && <Icon aria-hidden="true" />}
                  <span className="t-medium">{texts(block.config.type)?.name ?? block.config.type}</span>
                  {typeof title === 'string' && <span className="t-cut t-caption">{title}</span>}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </Dialog>
  );
};
