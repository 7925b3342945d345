import {
  Avatar,
  Chip,
  cx,
  type Language,
  Mark,
  Select,
  setLanguage,
  useFormats,
  useLanguage,
  useTexts,
} from '@tessera/kit';
import {
  IconAlertCircle,
  IconCircleDot,
  IconCurrencyDollar,
  IconHome,
  IconLetterT,
  IconTable,
  IconWorld,
} from '@tessera/kit/icons';
import type { ReactNode } from 'react';
import classes from './auth.module.css';

export const languageNames: Readonly<Record<Language, string>> = { en: 'English', pt: 'Português', es: 'Español' };

const LanguageSelect = () => {
  const t = useTexts('shell');
  const language = useLanguage();
  return (
    <Select
      label={t('language')}
      labelHidden
      size="toolbar"
      icon={IconWorld}
      value={language}
      onChange={(next) => void setLanguage(next)}
      options={(['en', 'pt', 'es'] as const).map((value) => ({ value, label: languageNames[value] }))}
    />
  );
};

const deals: readonly (readonly [
  key: string,
  stage: 'proposal' | 'negotiation' | 'qualified' | 'won',
  color: string,
  value: number,
])[] = [
  ['scanners', 'proposal', 'violet', 184_000],
  ['kiosks', 'negotiation', 'amber', 92_500],
  ['renewal', 'negotiation', 'amber', 310_000],
  ['lens', 'qualified', 'blue', 24_800],
  ['turbine', 'proposal', 'violet', 148_200],
  ['lab', 'won', 'green', 67_400],
  ['linen', 'qualified', 'blue', 118_000],
  ['tickets', 'proposal', 'violet', 226_500],
  ['labels', 'won', 'green', 41_300],
  ['night', 'negotiation', 'amber', 36_750],
  ['yard', 'qualified', 'blue', 205_000],
];

/** A drawing of what it will look like; not for screen readers. */
const Preview = ({ organization, currency }: { organization: string; currency: string }) => {
  const t = useTexts('shell');
  const { number } = useFormats();
  return (
    <div className={classes['right']} aria-hidden="true">
      <div className={classes['preview']}>
        <div className={classes['side']}>
          <div className={classes['sideHead']}>
            <Mark size={16} />
            <span className="t-cut">{organization}</span>
          </div>
          <div className={classes['nav']}>
            <IconHome />
            {t('nav.home')}
          </div>
          <div className={cx(classes['nav'], classes['navOn'])}>
            <IconTable />
            {t('preview.deals')}
          </div>
          <div className={classes['nav']}>
            <IconTable />
            {t('preview.companies')}
          </div>
          <div className={classes['nav']}>
            <IconTable />
            {t('preview.contacts')}
          </div>
        </div>
        <div>
          <div className={classes['bar']}>
            <span>{t('preview.deals')}</span>
            <span>
              <Avatar name="Maren" />
              <Avatar name="Tobin" />
              <Avatar name="Isolde" />
            </span>
          </div>
          <div className={cx(classes['row'], classes['head'])}>
            <span>
              <IconLetterT />
              {t('preview.deal')}
            </span>
            <span>
              <IconCircleDot />
              {t('preview.stage')}
            </span>
            <span>
              <IconCurrencyDollar />
              {t('preview.value')}
            </span>
          </div>
          {deals.map(([key, stage, color, value]) => (
            <div key={key} className={classes['row']}>
              <span className="t-medium t-cut">{t(`preview.names.${key}`)}</span>
              <span>
                <Chip color={color}>{t(`preview.stages.${stage}`)}</Chip>
              </span>
              <span className="t-num">
                {currency}
                {number(value)}
              </span>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
};

export type AuthFrameProps = {
  readonly children: ReactNode;
  /** Shown in the preview as it is typed. */
  readonly organization?: string;
  readonly currency?: string;
};

/** The frame of the screens before one is in: form at the left, what waits at the right. */
export const AuthFrame = ({ children, organization, currency = '$' }: AuthFrameProps) => {
  const t = useTexts('shell');
  return (
    <div className={classes['frame']}>
      <div className={classes['left']}>
        <header className={classes['top']}>
          <Mark size={24} />
          <span className="t-strong">Tessera</span>
          <div>
            <LanguageSelect />
          </div>
        </header>
        <main className={classes['form']}>{children}</main>
        <footer className={cx(classes['foot'], 't-caption')}>{t('auth.own')}</footer>
      </div>
      <Preview organization={organization || 'Marlow Supply'} currency={currency} />
    </div>
  );
};

/** A sentence above the form about why it was refused. */
export const Problem = ({ children }: { children: ReactNode }) => (
  <div role="alert">
    {children ? (
      <p className={classes['problem']}>
        <IconAlertCircle aria-hidden="true" />
        <span>{children}</span>
      </p>
    ) : null}
  </div>
);
