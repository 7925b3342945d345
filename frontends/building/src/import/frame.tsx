import { Breadcrumb, IconButton, Page, useTexts } from '@tessera/kit';
import { IconCheck, IconX } from '@tessera/kit/icons';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import classes from './import.module.css';
import { startOf } from './paths.ts';
import { useWizard } from './wizard.ts';

const steps = ['file', 'match', 'import'] as const;
export type Step = (typeof steps)[number];

/** The frame of every page of the wizard: where one is, how far, and the way out. Leaving keeps what was chosen. */
export const WizardFrame = ({
  step,
  name,
  children,
}: {
  step: Step;
  name?: string | undefined;
  children: ReactNode;
}) => {
  const t = useTexts('building');
  const navigate = useNavigate();
  const { target } = useWizard();
  const at = steps.indexOf(step);
  const way = target === null ? '/home' : `/object/${target}`;
  return (
    <Page
      back={way}
      inset={false}
      header={
        <div className={classes['head']}>
          <div className={classes['grow']}>
            <Breadcrumb
              items={[
                { label: t('import.title'), to: startOf(target) },
                ...(name === undefined ? [] : [{ label: name }]),
              ]}
            />
          </div>
          <ol className={classes['steps']} aria-label={t('import.step.label')}>
            {steps.map((one, index) => (
              <li
                key={one}
                data-state={index < at ? 'done' : index === at ? 'now' : 'wait'}
                aria-current={index === at ? 'step' : undefined}
              >
                <span className={classes['mark']} aria-hidden="true">
                  {index < at ? <IconCheck /> : index + 1}
                </span>
                {t(`import.step.${one}`)}
              </li>
            ))}
          </ol>
          <span className={classes['stepShort']}>{t('import.step.of', { step: at + 1, count: steps.length })}</span>
          <div className={classes['grow']} />
        </div>
      }
      actions={<IconButton label={t('import.close')} icon={IconX} onClick={() => void navigate(way)} />}
    >
      {children}
    </Page>
  );
};
