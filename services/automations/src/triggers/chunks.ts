/** Records of one call. */
const mostRecords = 100;
/** What they weigh together as JSON; the input of a call has 256 KB. */
const mostBytes = 200_000;

/** The places of records in calls, in their order: so many of them, and so heavy. One that is too heavy goes by itself. */
export const chunksOf = (records: readonly unknown[]): readonly (readonly number[])[] => {
  const chunks: number[][] = [];
  let bytes = 0;
  for (const [place, record] of records.entries()) {
    const weight = Buffer.byteLength(JSON.stringify(record));
    const last = chunks.at(-1);
    if (last === undefined || last.length >= mostRecords || bytes + weight > mostBytes) {
      chunks.push([place]);
      bytes = weight;
    } else {
      last.push(place);
      bytes += weight;
    }
  }
  return chunks;
};
