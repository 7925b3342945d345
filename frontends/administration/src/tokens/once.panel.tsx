import { Button, copyText, IconButton, Panel, toast, useTexts } from '@tessera/kit';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import classes from './tokens.module.css';
import { tablesQuery, type Token } from './tokens.resource.ts';

/** A first call that a shell can make: some records of a table that the token reaches, else whose token it is. */
const sample = (tableId: string | undefined): string => {
  const path = tableId === undefined ? 'session' : `tables/${tableId}/records?limit=3&fieldKey=name`;
  return `curl "${location.origin}/api/v3/${path}" \\\n  -H "Authorization: Bearer $TESSERA_TOKEN"`;
};

/** Shows a secret, this once. It stays until it was copied or the person says so. */
export const OncePanel = ({
  token,
  secret,
  onClose,
}: {
  readonly token: Token;
  readonly secret: string;
  readonly onClose: () => void;
}) => {
  const t = useTexts('administration');
  const { data: tables } = useQuery(tablesQuery);
  const [copied, setCopied] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const text = useRef<HTMLElement>(null);
  const named = token.scopes?.find(({ table }) => table !== '*')?.table;
  // After the panel took the focus.
  useEffect(() => button.current?.focus(), []);
  const call = sample(named ?? tables?.[0]?.id);
  const copy = async (): Promise<void> => {
    if (await copyText(secret)) return setCopied(true);
    if (text.current) getSelection()?.selectAllChildren(text.current);
    toast({ message: t('tokens.copyByHand') });
  };
  const copyCall = async (): Promise<void> => {
    if (await copyText(call)) toast({ message: t('tokens.callCopied'), duration: 5000 });
  };
  return (
    <Panel
      opened
      onClose={() => {
        if (copied) onClose();
        else button.current?.focus();
      }}
      label={token.name}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('tokens.haveIt')}
        </Button>
      }
    >
      <div className={classes['form']}>
        <div>
          <h3 className="t-panel-title">{t('tokens.copyNow')}</h3>
          <p className="t-secondary">{t('tokens.once')}</p>
        </div>
        <div className={classes['code']}>
          <code ref={text} data-secret>
            {secret}
          </code>
          <Button ref={button} size="toolbar" icon={copied ? IconCheck : IconCopy} onClick={() => void copy()}>
            {t(copied ? 'tokens.copied' : 'tokens.copy')}
          </Button>
        </div>
        <p className={classes['warning']}>
          <IconAlertTriangle aria-hidden="true" />
          <span>{t('tokens.keepSecret')}</span>
        </p>
        <section aria-labelledby="token-try">
          <h3 id="token-try" className="t-medium">
            {t('tokens.try')}
          </h3>
          <div className={classes['code']}>
            <code>{call}</code>
            <IconButton icon={IconCopy} label={t('tokens.copyCall')} onClick={() => void copyCall()} />
          </div>
        </section>
        <p className="t-hidden" role="status">
          {copied && t('tokens.copied')}
        </p>
      </div>
    </Panel>
  );
};
