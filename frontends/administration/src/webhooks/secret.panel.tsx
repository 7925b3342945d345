import { Button, copyText, Panel, toast, useTexts } from '@tessera/kit';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tessera/kit/icons';
import { useEffect, useRef, useState } from 'react';
import shared from '../tokens/tokens.module.css';
import type { WithSecret } from './webhooks.resource.ts';

/** Shows a secret, this once. It stays until it was copied or the person says so. */
export const SecretPanel = ({
  webhook: { label, secret },
  onClose,
}: {
  readonly webhook: WithSecret;
  readonly onClose: () => void;
}) => {
  const t = useTexts('administration');
  const [copied, setCopied] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const text = useRef<HTMLElement>(null);
  // After the panel took the focus.
  useEffect(() => button.current?.focus(), []);
  const copy = async (): Promise<void> => {
    if (await copyText(secret)) return setCopied(true);
    if (text.current) getSelection()?.selectAllChildren(text.current);
    toast({ message: t('webhook.copyByHand') });
  };
  return (
    <Panel
      opened
      onClose={() => {
        if (copied) onClose();
        else button.current?.focus();
      }}
      label={label}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('webhook.haveIt')}
        </Button>
      }
    >
      <div className={shared['form']}>
        <div>
          <h3 className="t-panel-title">{t('webhook.copyNow')}</h3>
          <p className="t-secondary">{t('webhook.once')}</p>
        </div>
        <div className={shared['code']}>
          <code ref={text} data-secret>
            {secret}
          </code>
          <Button ref={button} size="toolbar" icon={copied ? IconCheck : IconCopy} onClick={() => void copy()}>
            {t(copied ? 'webhook.copied' : 'webhook.copy')}
          </Button>
        </div>
        <p className={shared['warning']}>
          <IconAlertTriangle aria-hidden="true" />
          <span>{t('webhook.howSigned')}</span>
        </p>
        <p className="t-hidden" role="status">
          {copied && t('webhook.copied')}
        </p>
      </div>
    </Panel>
  );
};
