import type { WriteModule } from '@tessera/kernel';
import {
  archiveConversation,
  changeConversation,
  createConversation,
  deleteMessage,
  editMessage,
  moveReader,
  react,
  resolveThread,
  sendMessage,
} from './chat/decide.ts';
import { conversationAggregate, messageAggregate, readerAggregate } from './chat/evolve.ts';
import { chatModel } from './chat/projection.ts';
import { takeComment } from './records/decide.ts';
import { codec, type ChatEvent } from './events.ts';
import { notices } from './notices.ts';
import { undoCommit, undoPreview } from './undo/decide.ts';

const commands = {
  createConversation,
  changeConversation,
  archiveConversation,
  sendMessage,
  editMessage,
  deleteMessage,
  react,
  resolveThread,
  moveReader,
  takeComment,
  'undo.commit': undoCommit,
  'undo.preview': undoPreview,
};
export type ChatCommands = typeof commands;

/** What the writer knows of conversations. */
export const writeModule: WriteModule<ChatEvent> = {
  service: 'chat',
  events: codec,
  aggregates: [conversationAggregate, messageAggregate, readerAggregate],
  projections: [chatModel],
  collections: [
    { name: 'conversations', indexes: ['for'] },
    { name: 'members', indexes: ['userId'] },
    { name: 'messages', indexes: ['place', 'messageId'] },
    { name: 'readers', indexes: ['userId'] },
  ],
  commands,
  notices,
};
