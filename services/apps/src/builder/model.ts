import { createDialer } from '@tessera/dialer';
import { isRejection } from '@tessera/kernel';
import type { ModelConfig } from '../config.ts';
import { rejection } from '../refusals.ts';

export type Message = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string };
/** A model that an operator set: messages and a schema in, an answer as JSON out. */
export type Model = {
  readonly name: string;
  ask(messages: readonly Message[], schema: object, signal: AbortSignal): Promise<unknown>;
};

const timeoutMs = 180_000;
const mostBytes = 2 * 1024 * 1024;
const network = () => rejection('unavailable', 'ai.network', 'Network error');

/** The text of an answer of `POST /chat/completions`, as OpenAI and those that are compatible give it. */
const contentOf = (body: unknown): string => {
  const { choices } = (body ?? {}) as {
    readonly choices?: readonly { readonly message?: { readonly content?: unknown } }[];
  };
  const content = choices?.[0]?.message?.content;
  if (typeof content !== 'string') throw rejection('invalid', 'ai.format', 'Invalid Response Format');
  return content;
};
const fence = '```';
const json = (text: string): unknown => {
  // Some put their JSON into a block of Markdown.
  const bare = text.trim();
  const fenced = bare.startsWith(fence) && bare.endsWith(fence);
  try {
    return JSON.parse(fenced ? bare.slice(bare.indexOf('\n'), -fence.length) : bare);
  } catch {
    throw rejection('invalid', 'ai.json', 'Invalid JSON in api response');
  }
};

/** A model at any address that speaks as OpenAI's API does. What the operator names may be on a private network. */
export const createModel = ({ url, key, model }: ModelConfig): Model => {
  const dialer = createDialer({ open: ['0.0.0.0/0', '::/0'] });
  return {
    name: model,
    ask: async (messages, schema, signal) => {
      const answer = await dialer
        .request({
          url: `${url}/chat/completions`,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json',
            ...(key !== undefined && { authorization: `Bearer ${key}` }),
          },
          body: JSON.stringify({
            model,
            messages,
            response_format: { type: 'json_schema', json_schema: { name: 'proposal', schema } },
          }),
          timeoutMs,
          mostBytes,
          mostRedirects: 0,
          signal,
        })
        .catch((error: unknown) => {
          throw isRejection(error) ? network() : error;
        });
      const text = answer.body.toString('utf8');
      if (answer.status >= 200 && answer.status < 300) return json(contentOf(json(text)));
      let told: unknown;
      try {
        told = (JSON.parse(text) as { readonly error?: { readonly message?: unknown } }).error?.message;
      } catch {
        told = undefined;
      }
      const message = typeof told === 'string' ? told.slice(0, 500) : 'Unknown error';
      throw rejection('invalid', 'ai.refused', message, { status: answer.status });
    },
  };
};
