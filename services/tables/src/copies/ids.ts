const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const timeLength = 10;

/**
 * The id that a record has in a copy of its table: its own moved by the id of the copy, so that the order stays, none is
 * given twice, and links among the records of the table are known before all of them are there. Pure.
 */
export const copyId = (recordId: string, copyTableId: string): string => {
  let tail = '';
  let carry = 0;
  for (let at = recordId.length - 1; at >= timeLength; at--) {
    const sum = alphabet.indexOf(recordId[at]!) + alphabet.indexOf(copyTableId[at]!) + carry;
    tail = alphabet[sum % alphabet.length]! + tail;
    carry = sum >= alphabet.length ? 1 : 0;
  }
  return recordId.slice(0, timeLength) + tail;
};
