import { Button, TextInput, useTexts } from '@tessera/kit';
import { IconPlus, IconSearch } from '@tessera/kit/icons';
import { useState } from 'react';
import { later } from '../later.tsx';
import type { BlockProps } from './view.ts';
import classes from './blocks.module.css';

/** Loaded with the first press. */
const AddRecord = later(async () => (await import('../apps/bars/dialogs.ts')).AddRecordDialog);

/** The head of a page: its heading, a search over its blocks, a button that asks for a new record. */
export const TitleBar = ({ app, block, page }: BlockProps) => {
  const t = useTexts('building');
  const { config } = block;
  const [adding, setAdding] = useState(false);
  const text = (name: string): string => (typeof config[name] === 'string' ? (config[name] as string) : '');
  const button = config['button'] as { readonly label?: string; readonly tableId?: string } | undefined;
  return (
    <div className={classes['titleBar']}>
      <div className={classes['titleText']}>
        <h2 className={classes['heading']}>{text('heading') || app.label}</h2>
        {text('line') !== '' && <p className="t-secondary">{text('line')}</p>}
      </div>
      {config['search'] === true && (
        <TextInput
          className={classes['search'] ?? ''}
          type="search"
          size="toolbar"
          icon={IconSearch}
          label={t('apps.search')}
          labelHidden
          placeholder={t('apps.search')}
          value={page.heading}
          onChange={page.setHeading}
        />
      )}
      {button?.tableId !== undefined && (
        <>
          <Button variant="primary" size="toolbar" icon={IconPlus} onClick={() => setAdding(true)}>
            {button.label || t('apps.addRecord')}
          </Button>
          {adding && (
            <AddRecord
              tableId={button.tableId}
              label={button.label || t('apps.addRecord')}
              onDone={() => setAdding(false)}
            />
          )}
        </>
      )}
    </div>
  );
};
