import { BinaryWriter } from '@bufbuild/protobuf/wire';

/** A generated message type, as far as encoding needs it. */
type Encodable<T> = { encode(message: T, writer?: BinaryWriter): BinaryWriter };

let writer = new BinaryWriter();

/**
 * The protobuf bytes of a message. One writer serves all, because making its buffer anew costs as much as a small
 * message itself.
 */
export const encodeMessage = <T>(type: Encodable<T>, message: T): Uint8Array => {
  try {
    return type.encode(message, writer).finish();
  } catch (error) {
    // What it holds is half a message.
    writer = new BinaryWriter();
    throw error;
  }
};
