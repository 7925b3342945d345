import { type FieldProps, withColors } from '@tessera/fields';
import { Button, type Field, newId, useTexts } from '@tessera/kit';
import { fieldIcon, useSuggested } from '../field-types/list.ts';
import classes from './table.module.css';

/** What is filled in for a suggested field. */
export type Suggestion = { readonly name: string; readonly type: string; readonly props: FieldProps };

/** Fields that many tables have and this one has not yet: a press fills one in, which can be changed before it is added. */
export const SuggestedFields = ({
  fields,
  onPick,
}: {
  fields: readonly Field[];
  onPick: (suggestion: Suggestion) => void;
}) => {
  const t = useTexts('building');
  const names = new Set(fields.map(({ name }) => name.toLocaleLowerCase()));
  const left = useSuggested().filter(({ name }) => !names.has(name.toLocaleLowerCase()));
  if (left.length === 0) return null;
  return (
    <section className={classes['panelSection']} aria-label={t('tools.suggested.title')}>
      <h3>{t('tools.suggested.title')}</h3>
      <div className={classes['suggested']}>
        {left.map(({ name, type, options }) => (
          <Button
            key={`${type}:${name}`}
            size="toolbar"
            icon={fieldIcon(type)}
            onClick={() =>
              onPick({
                name,
                type,
                props:
                  options.length === 0
                    ? {}
                    : { options: withColors(options.map((label) => ({ id: newId(), label, color: undefined }))) },
              })
            }
          >
            {name}
          </Button>
        ))}
      </div>
    </section>
  );
};
