import { Dialog, Kbd, useRights, useShortcuts, useTexts, hasRight } from '@tessera/kit';
import { useManifests } from '../remotes/store.ts';
import classes from './shortcuts-dialog.module.css';

type Row = { readonly keys: string; readonly label: string };

/** Every shortcut that works on this screen, by group. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useTexts('shell');
  const rights = useRights();
  const live = useShortcuts();
  const manifests = useManifests();
  const groups = new Map<string, Map<string, Row>>();
  const add = (group: string, row: Row): void => {
    const rows = groups.get(group) ?? new Map<string, Row>();
    if (!rows.has(row.keys)) rows.set(row.keys, row);
    groups.set(group, rows);
  };
  for (const { group, keys, label } of live) add(group, { keys, label });
  for (const { commands, shortcuts } of manifests) {
    for (const { keys, label, right } of commands)
      if (keys !== undefined && hasRight(rights, right)) add(t('kit:shortcuts.general'), { keys, label: t(label) });
    for (const { keys, label, group } of shortcuts) add(t(group), { keys, label: t(label) });
  }
  return (
    <Dialog opened onClose={onClose} title={t('kit:shortcuts.title')} size="large">
      <div className={classes['groups']}>
        {[...groups].map(([group, rows]) => (
          <section key={group}>
            <h3 className="t-strong">{group}</h3>
            <dl>
              {[...rows.values()].map(({ keys, label }) => (
                <div key={keys} className={classes['row']}>
                  <dt>{label}</dt>
                  <dd>
                    <Kbd keys={keys} cap />
                    <span className="t-hidden">{keys}</span>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
};
