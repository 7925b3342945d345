import { readFileSync } from 'node:fs';
import { readClusterConfig, type ClusterConfig } from '@tessera/runtime/cluster-config';

type Environment = Readonly<Record<string, string | undefined>>;

/** The model that the AI builder asks: any address that speaks as OpenAI's API does. */
export type ModelConfig = {
  /** Up to `/chat/completions`, without a slash at its end. */
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
};

const trouble = (text: string): Error => new Error(`The configuration is not valid:\n  ${text}`);

/** The operator's model; undefined where there is none. Throws an error that names the variable and shows no value. */
export const readModelConfig = (environment: Environment = process.env): ModelConfig | undefined => {
  const {
    TESSERA_AI_URL: url = '',
    TESSERA_AI_MODEL: model = '',
    TESSERA_AI_KEY: given = '',
    TESSERA_AI_KEY_FILE: path = '',
  } = environment;
  if (url === '') return undefined;
  if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol))
    throw trouble('TESSERA_AI_URL: must be http://... or https://..., up to /chat/completions');
  if (model === '') throw trouble('TESSERA_AI_MODEL: is needed where TESSERA_AI_URL is set');
  if (given !== '' && path !== '') throw trouble('TESSERA_AI_KEY, TESSERA_AI_KEY_FILE: one of them, not both');
  const key = path === '' ? given : readFileSync(path, 'utf8').trimEnd();
  return { url: url.endsWith('/') ? url.slice(0, -1) : url, key: key === '' ? undefined : key, model };
};

/** What this service needs when it runs in a process of its own; the only reader of the environment in this service. */
export const readConfig = (): ClusterConfig => readClusterConfig(process.env);
