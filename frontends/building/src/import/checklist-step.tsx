import { Button, Check, TextInput, useFormats, usePageTitle, useTexts } from '@tessera/kit';
import { useNavigate } from 'react-router';
import { WizardFrame } from './frame.tsx';
import classes from './import.module.css';
import { pathOf } from './paths.ts';
import { maxLabel } from './rules.ts';
import { type Checklist, shownLabel, useWizard, wizard } from './wizard.ts';

const items: readonly (keyof Checklist)[] = ['organized', 'formatted', 'supported'];

/** The second step: what only the person can know of the file, and the name of the table. */
export const ChecklistStep = () => {
  const t = useTexts('building');
  const formats = useFormats();
  const navigate = useNavigate();
  const state = useWizard();
  const label = shownLabel(state);
  usePageTitle(t('import.check.title'));
  const long = label.trim().length > maxLabel;
  const error = long
    ? t('import.match.block.labelLong')
    : label.trim() === ''
      ? t('import.match.block.labelNeeded')
      : undefined;
  const ready = items.every((item) => state.checklist[item]) && error === undefined;
  const go = (): void => {
    if (ready) void navigate(pathOf('field-matching', state.identifier ?? ''));
  };
  return (
    <WizardFrame step="checklist" name={state.upload?.name}>
      <form
        className={classes['column']}
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <div className={classes['intro']}>
          <h1 className="t-page-title">{t('import.check.title')}</h1>
          <p className="t-secondary">{t('import.check.text')}</p>
        </div>
        <div className={`${classes['box']} ${classes['checks']}`}>
          {items.map((item) => (
            <Check
              key={item}
              checked={state.checklist[item]}
              onChange={(checked) => wizard.tick({ [item]: checked })}
              label={
                <>
                  <span className="t-medium">{t(`import.check.${item}`)}</span>
                  <span className="t-secondary">{t(`import.check.${item}Text`)}</span>
                </>
              }
            />
          ))}
        </div>
        <TextInput
          label={t('import.check.label')}
          value={label}
          onChange={wizard.label}
          error={error}
          help={t('import.check.count', { used: formats.number(label.length), most: formats.number(maxLabel) })}
        />
        <div className={classes['actions']}>
          <Button onClick={() => void navigate(pathOf('types', state.identifier ?? ''))}>{t('import.back')}</Button>
          <Button type="submit" variant="primary" disabled={!ready}>
            {t('import.next')}
          </Button>
        </div>
      </form>
    </WizardFrame>
  );
};
