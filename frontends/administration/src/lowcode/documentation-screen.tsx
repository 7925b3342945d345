import { Button, copyText, Page as Frame, Segmented, toast, usePageTitle, useTexts } from '@tessera/kit';
import { IconCopy } from '@tessera/kit/icons';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { Areas } from './areas.tsx';
import type { Language } from './functions.resource.ts';
import classes from './documentation.module.css';
import { bridgeCalls, starts, triggerStarts } from './starts.ts';
import { languageNames } from './words.ts';

const languages = Object.keys(starts) as readonly Language[];
const calls = ['find', 'get', 'create', 'update', 'remove', 'fetch', 'secret', 'log'] as const;
const limits = ['time', 'before', 'memory', 'input', 'output', 'calls', 'network'] as const;

const Code = ({ children }: { readonly children: string }) => {
  const t = useTexts('administration');
  const copy = async (): Promise<void> => {
    if (await copyText(children.trimEnd())) toast({ message: t('lowcode.documentation.copied'), duration: 5000 });
  };
  return (
    <div className={classes['code']}>
      <pre>
        <code>{children.trimEnd()}</code>
      </pre>
      <Button size="toolbar" variant="quiet" icon={IconCopy} onClick={() => void copy()}>
        {t('lowcode.documentation.copy')}
      </Button>
    </div>
  );
};

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
};

/** `/lowcode/documentation`: what code is given, what it may ask for, and where it ends. */
export const DocumentationScreen = () => {
  const t = useTexts('administration');
  const [language, setLanguage] = useState<Language>('javascript');
  usePageTitle(t('functions.documentation'));
  const address = `${location.origin}/api/hooks/in/…`;
  return (
    <Frame header={<h1 className="t-strong">{t('functions.documentation')}</h1>}>
      <Areas />
      <div className={classes['page']}>
        <Segmented<Language>
          label={t('lowcode.documentation.language')}
          value={language}
          onChange={setLanguage}
          options={languages.map((one) => ({ value: one, label: languageNames[one] }))}
        />
        <Section title={t('lowcode.documentation.function')}>
          <p>{t('lowcode.documentation.functionText')}</p>
          <Code>{starts[language]}</Code>
        </Section>
        <Section title={t('lowcode.bridge')}>
          <p>{t('lowcode.bridgeText')}</p>
          <dl>
            {calls.map((call) => (
              <div key={call}>
                <dt>
                  <code>{bridgeCalls[language][call]}</code>
                </dt>
                <dd>{t(`lowcode.calls.${call}`)}</dd>
              </div>
            ))}
          </dl>
        </Section>
        <Section title={t('triggers.title')}>
          <p>{t('lowcode.documentation.triggerText')}</p>
          <Code>{triggerStarts[language]}</Code>
          <p>{t('lowcode.documentation.triggerAfter')}</p>
        </Section>
        <Section title={t('incomingWebhooks.title')}>
          <p>
            {t('lowcode.documentation.webhookText')}{' '}
            <Link to="/lowcode/webhooks">{t('lowcode.documentation.webhookLink')}</Link>
          </p>
          <Code>{`curl -X POST -H 'content-type: application/json' -d '{"name": "Oakline"}' ${address}`}</Code>
        </Section>
        <Section title={t('lowcode.documentation.limits')}>
          <ul>
            {limits.map((limit) => (
              <li key={limit}>{t(`lowcode.documentation.limit.${limit}`)}</li>
            ))}
          </ul>
        </Section>
        <p>
          {t('lowcode.documentation.tables')} <Link to="/automations/tables">{t('api.title')}</Link>
        </p>
      </div>
    </Frame>
  );
};
