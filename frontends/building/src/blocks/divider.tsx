import type { BlockProps } from './view.ts';
import classes from './blocks.module.css';

/** A line between what is above and what is below, with the name of what follows. */
export const Divider = ({ block }: BlockProps) => {
  const { title } = block.config as { readonly title?: string };
  return (
    <div className={classes['dividerLine']}>
      {title !== undefined && title !== '' && <h2 className={classes['title']}>{title}</h2>}
      <hr />
    </div>
  );
};
