import type { ReactNode } from 'react';
import { type Id, useFormats, useSession, useTexts } from '@tessera/kit';
import { fieldsOfText, filledText, type TextDocument, type TextRun, type TextVariable } from '@tessera/proto/blocks';
import { useQuery } from '@tanstack/react-query';
import { useHabits } from '../data/use-habits.ts';
import { displayText } from '../data/values.ts';
import { usePeople, useTable } from '../table/queries.ts';
import { tableApi } from '../table/table.resource.ts';
import type { BlockProps } from './view.ts';
import { BlockNote } from './plate.tsx';
import { useAgain } from './use-again.ts';
import classes from './blocks.module.css';

const none: readonly never[] = [];

/** A link leads to a page or an address of mail; what else was written is text. */
export const leads = (href: string): boolean => /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i.test(href);

const drawn = ({ text, bold, italic, underline, href }: TextRun, at: number): ReactNode => {
  let node: ReactNode = text;
  if (bold) node = <strong>{node}</strong>;
  if (italic) node = <em>{node}</em>;
  if (underline) node = <u>{node}</u>;
  if (href !== undefined && leads(href))
    node = (
      <a href={href} target={href.startsWith('/') ? undefined : '_blank'} rel="noreferrer">
        {node}
      </a>
    );
  return <span key={at}>{node}</span>;
};

/** What the person who reads is called, and the day. */
const useOwn = (): ((of: TextVariable['of']) => string | undefined) => {
  const { user, organization, role } = useSession();
  const formats = useFormats();
  return (of) => {
    switch (of) {
      case 'name':
        return user.name;
      case 'email':
        return user.email;
      case 'role':
        return role.name;
      case 'organization':
        return organization.name;
      case 'today':
        return formats.date(new Date());
      case 'record':
        return undefined;
    }
  };
};

const Words = ({ content }: { readonly content: TextDocument }) => (
  <div className={classes['words']}>
    {content.blocks.map((line, at) => {
      const inside = line.runs.map(drawn);
      if (line.kind === 'heading') {
        const Tag = (['h2', 'h3', 'h4'] as const)[(line.level ?? 1) - 1] ?? 'h4';
        return <Tag key={at}>{inside}</Tag>;
      }
      if (line.kind === 'paragraph') return <p key={at}>{inside}</p>;
      const List = line.kind === 'bullet' ? 'ul' : 'ol';
      const before = content.blocks.slice(0, at).findLastIndex(({ kind }) => kind !== line.kind);
      return (
        <List key={at} {...(List === 'ol' && { start: at - before })}>
          <li>{inside}</li>
        </List>
      );
    })}
  </div>
);

type Told = BlockProps & { readonly content: TextDocument };

/** A text that tells of no record. */
const OfReader = ({ content }: Told) => {
  const own = useOwn();
  return <Words content={filledText(content, ({ of }) => own(of))} />;
};

/**
 * A text that tells of the record that the page shows, by what its reader may see of it. Who builds the page sees the
 * names of the fields where there is no record.
 */
const OfRecord = ({ app, block, page, content, tableId }: Told & { readonly tableId: Id }) => {
  const own = useOwn();
  const { data: table } = useTable(tableId);
  const { data: people } = usePeople();
  const habits = useHabits(people ?? none);
  const recordId = page.recordFor(block.id);
  const { data: record } = useQuery({
    queryKey: ['text-record', tableId, recordId],
    queryFn: () => tableApi.record(tableId, recordId!),
    enabled: recordId !== undefined,
    retry: false,
    staleTime: 0,
  });
  useAgain('text-record', tableId);
  const filled = filledText(content, (variable) => {
    if (variable.of !== 'record') return own(variable.of);
    const field = table?.fields.find(({ id }) => id === variable.fieldId);
    if (field === undefined) return undefined;
    if (record !== undefined && recordId !== undefined) return displayText(field, record.fields[field.id], habits.show);
    return app.draft ? `{${field.name}}` : undefined;
  });
  return <Words content={filled} />;
};

/** Words with headings, lists and links, and what is known of their reader and of a record. */
export const TextBlock = (props: BlockProps) => {
  const t = useTexts('building');
  const content = props.block.config['content'] as TextDocument | undefined;
  if (content === undefined || content.blocks.length === 0) return <BlockNote>{t('apps.noText')}</BlockNote>;
  const tableId = props.block.config['tableId'];
  return typeof tableId === 'string' && fieldsOfText(content).length > 0 ? (
    <OfRecord {...props} content={content} tableId={tableId as Id} />
  ) : (
    <OfReader {...props} content={content} />
  );
};
