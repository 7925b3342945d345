import type { FileEntry } from '@tessera/kit';
import type { ReactNode } from 'react';
import { chipRows, chipsThatFit } from '../../../grid/model/chips.ts';
import { cellInset } from '../../../grid/model/geometry.ts';
import cell from '../../../grid/view/cell.module.css';
import { chipWidth } from '../../../grid/view/measure.ts';
import type { CellProps } from '../../view.ts';
import classes from './files.module.css';
import { entriesOf, FileIcon, thumbnailOf } from './kinds.ts';

/** The picture of a file, small, over the icon that stands for it where there is none. */
export const Thumbnail = ({
  file,
  size,
}: {
  readonly file: Pick<FileEntry, 'url' | 'type'>;
  readonly size: number;
}) => {
  const source = thumbnailOf(file);
  return (
    <span className={classes['thumb']} style={{ width: size, height: size }}>
      <FileIcon type={file.type} size={size > 24 ? 20 : 14} />
      {source !== undefined && (
        <img
          src={source}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={(event) => event.currentTarget.remove()}
        />
      )}
    </span>
  );
};

/** Thumbnails of pictures and chips of other files, as many as fit, and how many more there are. */
export const fileCell = ({ value, width, height, context }: CellProps): ReactNode => {
  const files = entriesOf(value);
  const { size, rows, style } = chipRows(height);
  const isPicture = (file: FileEntry): boolean => thumbnailOf(file) !== undefined;
  const count = chipsThatFit(
    files.map((file) => (isPicture(file) ? size : chipWidth(file.name, size) + 20)),
    width - 2 * (context.inset ?? cellInset.standard),
    rows,
    (hidden) => chipWidth(`+${hidden}`, size),
  );
  return (
    <span className={cell['chips']} style={style} title={files.map(({ name }) => name).join(', ')}>
      {files.slice(0, count).map((file) =>
        isPicture(file) ? (
          <Thumbnail key={file.id} file={file} size={size} />
        ) : (
          <span key={file.id} className={classes['chip']} style={{ height: size }}>
            <FileIcon type={file.type} size={14} />
            <span className="t-cut">{file.name}</span>
          </span>
        ),
      )}
      {files.length > count && (
        <span className={size === 20 ? cell['moreSmall'] : cell['more']}>{`+${files.length - count}`}</span>
      )}
    </span>
  );
};
