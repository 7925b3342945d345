import { TextInput, useTexts } from '@tessera/kit';
import { IconSearch } from '@tessera/kit/icons';
import type { BlockProps } from './view.ts';
import classes from './blocks.module.css';

/** A box that searches other blocks of the page. */
export const SearchBox = ({ block, page }: BlockProps) => {
  const t = useTexts('building');
  const { placeholder } = block.config as { readonly placeholder?: string };
  const label = placeholder === undefined || placeholder === '' ? t('apps.search') : placeholder;
  return (
    <div className={classes['bar']} data-middle>
      <TextInput
        className={classes['grow'] ?? ''}
        type="search"
        icon={IconSearch}
        label={label}
        labelHidden
        placeholder={label}
        maxLength={200}
        value={page.textOf(block.id)}
        onChange={(text) => page.put(block.id, text)}
      />
    </div>
  );
};
