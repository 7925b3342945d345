import { Button, Page, useShortcut, useTexts } from '@tessera/kit';
import type { ReactNode } from 'react';
import classes from './settings.module.css';

/** A screen of settings: its fields, and a bar that says how much is not saved. */
export const SettingsForm = ({
  title,
  changes,
  saving,
  wrong,
  onSave,
  onDiscard,
  children,
}: {
  readonly title: string;
  /** How many fields differ from what is kept. */
  readonly changes: number;
  readonly saving: boolean;
  /** Something cannot be saved as it is. */
  readonly wrong: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
  readonly children: ReactNode;
}) => {
  const t = useTexts('administration');
  const can = changes > 0 && !saving && !wrong;
  useShortcut(
    { keys: 'mod+s', label: t('settings.save'), group: title },
    () => {
      if (can) onSave();
    },
    { inEditors: true },
  );
  return (
    <Page header={<h1 className="t-strong t-cut">{title}</h1>} back="/home" inset={false}>
      <form
        className={classes['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (can) onSave();
        }}
      >
        <div className={classes['scroll']}>
          <div className={classes['fields']}>{children}</div>
        </div>
        <footer className={classes['foot']} data-shown={changes > 0 || undefined}>
          <span role="status">{changes > 0 && t('settings.unsaved', { count: changes })}</span>
          <Button disabled={changes === 0} onClick={onDiscard}>
            {t('settings.discard')}
          </Button>
          <Button variant="primary" type="submit" disabled={!can} working={saving ? t('settings.saving') : false}>
            {t('settings.save')}
          </Button>
        </footer>
      </form>
    </Page>
  );
};

/** How many parts of two objects differ. */
export const changesOf = <T extends object>(now: T, kept: T): number =>
  Object.keys(now).filter((part) => now[part as keyof T] !== kept[part as keyof T]).length;
