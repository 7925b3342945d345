import type { DocumentReader } from '@tessera/document-store';
import type { Actor } from '@tessera/kernel';
import type { Directory } from '@tessera/runtime/directory';
import { plainText } from '../chat/content.ts';
import type { Find, Heard } from '../chat/find.ts';
import { messageDocId, type MessageDocument } from '../chat/projection.ts';
import { wireMessage, type WireMessage } from '../chat/wire.ts';

const atOnce = 100;

/** One message as lines of Markdown: who said it and when, what, its files. Answers stand as quotes. */
export const messageLines = (
  { sentBy, sentAt, editedAt, content, files, threadId }: WireMessage,
  nameOf: (userId: string) => string,
): string => {
  const moment = `${sentAt.slice(0, 16).replace('T', ' ')} UTC${editedAt === null ? '' : ', edited'}`;
  const said = content === null ? '*deleted*' : plainText(content);
  const attached = files.map(({ name, size }) => `[file: ${name}, ${size} bytes]`);
  const lines = [`**${nameOf(sentBy)}** ${moment}`, ...said.split('\n'), ...attached].filter((line) => line !== '');
  const quote = threadId === null ? '' : '> ';
  return `${lines.map((line) => `${quote}${line}`).join('\n')}\n\n`;
};

type Ports = { readonly documents: DocumentReader; readonly find: Find; readonly directory: Directory };

/** All that was said in a conversation, oldest first, with its threads, page by page. */
export const createExport = ({ documents, find, directory }: Ports) =>
  async function* (actor: Actor, { conversation }: Heard, title: string): AsyncGenerator<Uint8Array> {
    const { names } = await directory.facts(actor);
    const nameOf = (userId: string): string => names.get(userId) ?? userId;
    const pages = async function* (place: string, head: number): AsyncGenerator<readonly MessageDocument[]> {
      for (let from = 0; from < head; from += atOnce)
        yield await documents.find<MessageDocument>(
          actor.organizationId,
          'messages',
          { place },
          Math.min(atOnce, head - from),
          messageDocId(place, from),
        );
    };
    yield Buffer.from(`# ${title}\n\n`);
    for await (const page of pages(conversation.id, conversation.head)) {
      const words = await find.words(actor, conversation, page);
      for (const one of page) {
        yield Buffer.from(messageLines(wireMessage(one, words), nameOf));
        for await (const answers of pages(one.id, one.replies))
          yield Buffer.from(answers.map((answer) => messageLines(wireMessage(answer, words), nameOf)).join(''));
      }
    }
  };
