import { Button, Dialog, Switch, useTexts } from '@tessera/kit';
import { useState } from 'react';
import type { TrashItem } from './trash.resource.ts';
import classes from './trash.module.css';

const toggles = ['eraseRecords', 'eraseFiles', 'eraseLinks'] as const;

/** Asks before tables are deleted forever: three switches stand before the button, and the focus on the safe choice. */
export const EraseDialog = ({
  items,
  working,
  onClose,
  onErase,
}: {
  readonly items: readonly TrashItem[];
  readonly working: boolean;
  readonly onClose: () => void;
  readonly onErase: () => void;
}) => {
  const t = useTexts('building');
  const [on, setOn] = useState<ReadonlySet<string>>(new Set());
  const ready = on.size === toggles.length;
  const records = items.reduce((sum, item) => sum + item.records, 0);
  return (
    <Dialog
      opened
      closable={!working}
      onClose={onClose}
      title={
        items.length === 1
          ? t('trash.eraseOne', { table: items[0]!.label })
          : t('trash.eraseMany', { count: items.length })
      }
      footer={
        <>
          <Button data-autofocus disabled={working} onClick={onClose}>
            {t('trash.keep')}
          </Button>
          <Button
            variant={ready ? 'danger' : 'default'}
            disabled={!ready}
            working={working && t('trash.erasing')}
            onClick={onErase}
          >
            {t('trash.eraseSelected')}
          </Button>
        </>
      }
    >
      <p className="t-secondary">{t('trash.eraseText', { count: records })}</p>
      <div className={classes['switches']}>
        {toggles.map((toggle) => (
          <Switch
            key={toggle}
            checked={on.has(toggle)}
            disabled={working}
            label={t(`trash.${toggle}`)}
            onChange={(checked) => {
              const next = new Set(on);
              if (checked) next.add(toggle);
              else next.delete(toggle);
              setOn(next);
            }}
          />
        ))}
      </div>
      <p className="t-caption">{t('trash.eraseAll')}</p>
    </Dialog>
  );
};
