import { FileError } from '../csv/reader.ts';

/** What a workbook may come to, so that reading one takes a bounded time and memory whatever it says of itself. */
export type Limits = {
  /** Parts of the archive. */
  readonly entries: number;
  /** Bytes of all parts that are read in one go, unpacked. */
  readonly unpacked: number;
  /** Bytes of a part up to which its ratio is not looked at. */
  readonly unrated: number;
  /** Times of its size in the archive that a part unpacks to. */
  readonly ratio: number;
  /** Elements within elements. */
  readonly depth: number;
  /** Characters of one text or tag. */
  readonly longest: number;
  /** Cells of a sheet, empty ones too. */
  readonly cells: number;
  /** Texts that cells share, and their bytes. */
  readonly strings: number;
  readonly stringBytes: number;
  readonly sheets: number;
};

export const limits: Limits = {
  entries: 10_000,
  unpacked: 4 * 2 ** 30,
  unrated: 16 << 20,
  ratio: 200,
  depth: 64,
  longest: 1 << 20,
  cells: 50_000_000,
  strings: 5_000_000,
  stringBytes: 256 << 20,
  sheets: 1_000,
};

export const broken = (): FileError =>
  new FileError(
    'workbook_broken',
    'This workbook is damaged. Open it in Excel or LibreOffice, save it again as .xlsx, and import that file.',
  );
