import { Chip, FormField } from '@tessera/kit';
import { type KeyboardEvent, useState } from 'react';
import { wordsIn } from './link.resource.ts';
import classes from './share.module.css';

/** Several words as chips: what is typed or pasted is parted at commas and spaces. */
export const Words = ({
  label,
  help,
  error,
  words,
  most,
  disabled = false,
  removeLabel,
  onChange,
}: {
  readonly label: string;
  readonly help: string;
  readonly error?: string | undefined;
  readonly words: readonly string[];
  readonly most: number;
  readonly disabled?: boolean;
  readonly removeLabel: (word: string) => string;
  readonly onChange: (words: string[]) => void;
}) => {
  const [text, setText] = useState('');
  const take = (written: string): void => {
    setText('');
    const all = [...new Set([...words, ...wordsIn(written)])].slice(0, most);
    if (all.length !== words.length) onChange(all);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      take(text);
    } else if (event.key === 'Backspace' && text === '' && words.length > 0) onChange(words.slice(0, -1));
  };
  return (
    <FormField label={label} help={help} error={error}>
      {({ id, describedBy, invalid }) => (
        <span className={classes['words']} data-invalid={invalid || undefined}>
          {words.map((word) => (
            <Chip
              key={word}
              look="outlined"
              removeLabel={removeLabel(word)}
              onRemove={() => onChange(words.filter((one) => one !== word))}
            >
              {word}
            </Chip>
          ))}
          <input
            id={id}
            value={text}
            disabled={disabled || words.length >= most}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target: { value } }) => (/[\s,;]/.test(value) ? take(value) : setText(value))}
            onBlur={() => take(text)}
            onKeyDown={press}
          />
        </span>
      )}
    </FormField>
  );
};
