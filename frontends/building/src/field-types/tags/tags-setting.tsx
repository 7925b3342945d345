import { Button, IconButton, TextInput, toast, useErrorText, useTexts } from '@tessera/kit';
import { IconX } from '@tessera/kit/icons';
import { useState } from 'react';
import type { SettingProps } from '../view.ts';
import { type Label, useLabels, useRename } from './labels.ts';
import classes from './tags.module.css';

const Row = ({ label, count, fieldId, labels }: Label & { fieldId: string; labels: SettingProps['labels'] }) => {
  const rename = useRename(fieldId);
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const [typed, setTyped] = useState(label);
  const [working, setWorking] = useState(false);
  const give = async (to: string | null): Promise<void> => {
    if (working || to === label) return;
    setWorking(true);
    try {
      await rename(label, to);
    } catch (error) {
      setTyped(label);
      toast({ kind: 'error', message: labels['failed'] ?? '', detail: errorText(error) });
    } finally {
      setWorking(false);
    }
  };
  const changed = typed.trim() !== '' && typed.trim() !== label;
  return (
    <li className={classes['row']}>
      <span className={classes['name']}>
        <TextInput
          label={(labels['labelOf'] ?? '').replace('{{name}}', label)}
          labelHidden
          value={typed}
          maxLength={100}
          onChange={setTyped}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !changed) return;
            event.preventDefault();
            void give(typed.trim());
          }}
        />
      </span>
      {changed ? (
        <Button size="toolbar" working={working && labels['renaming']} onClick={() => void give(typed.trim())}>
          {labels['rename'] ?? ''}
        </Button>
      ) : (
        <span className={classes['count']}>{count}</span>
      )}
      <IconButton
        label={t('options.remove', { name: label })}
        icon={IconX}
        tooltip={false}
        onClick={() => void give(null)}
      />
    </li>
  );
};

/** The labels that records have: each is renamed, merged with another or taken out everywhere, at once. */
export const LabelsSetting = ({ fieldId, labels }: SettingProps) => {
  const known = useLabels(fieldId);
  const [all, setAll] = useState(false);
  if (fieldId === null || known.length === 0) return null;
  const shown = all ? known : known.slice(0, 10);
  return (
    <div>
      <span className={classes['title']}>{labels['title']}</span>
      <p className="t-caption">{labels['help']}</p>
      <ul className={classes['list']}>
        {shown.map((one) => (
          <Row key={one.label} {...one} fieldId={fieldId} labels={labels} />
        ))}
      </ul>
      {known.length > shown.length && (
        <Button size="toolbar" variant="quiet" onClick={() => setAll(true)}>
          {labels['all'] ?? ''}
        </Button>
      )}
    </div>
  );
};
