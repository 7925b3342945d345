import type { ReactNode } from 'react';
import { useTexts } from '@tessera/kit';
import type { BlockProps } from './view.ts';
import { BlockNote } from './plate.tsx';
import classes from './blocks.module.css';

type Run = {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly href?: string;
};
export type Line = {
  readonly kind: 'heading' | 'paragraph' | 'bullet' | 'number';
  readonly level?: number;
  readonly runs: readonly Run[];
};
export type TextDocument = { readonly blocks: readonly Line[] };

/** A link leads to a page or an address of mail; what else was written is text. */
const safe = (href: string): boolean => /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i.test(href);

const drawn = ({ text, bold, italic, underline, href }: Run, at: number): ReactNode => {
  let node: ReactNode = text;
  if (bold) node = <strong>{node}</strong>;
  if (italic) node = <em>{node}</em>;
  if (underline) node = <u>{node}</u>;
  if (href !== undefined && safe(href))
    node = (
      <a href={href} target={href.startsWith('/') ? undefined : '_blank'} rel="noreferrer">
        {node}
      </a>
    );
  return <span key={at}>{node}</span>;
};

/** Words with headings, lists and links. */
export const TextBlock = ({ block }: BlockProps) => {
  const t = useTexts('building');
  const content = block.config['content'] as TextDocument | undefined;
  const lines = content?.blocks ?? [];
  if (lines.length === 0) return <BlockNote>{t('apps.noText')}</BlockNote>;
  return (
    <div className={classes['words']}>
      {lines.map((line, at) => {
        const inside = line.runs.map(drawn);
        if (line.kind === 'heading') {
          const Tag = (['h2', 'h3', 'h4'] as const)[(line.level ?? 1) - 1] ?? 'h4';
          return <Tag key={at}>{inside}</Tag>;
        }
        if (line.kind === 'paragraph') return <p key={at}>{inside}</p>;
        const List = line.kind === 'bullet' ? 'ul' : 'ol';
        const before = lines.slice(0, at).findLastIndex(({ kind }) => kind !== line.kind);
        return (
          <List key={at} {...(List === 'ol' && { start: at - before })}>
            <li>{inside}</li>
          </List>
        );
      })}
    </div>
  );
};
