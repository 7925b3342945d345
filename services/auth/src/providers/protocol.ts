import { hash, randomBytes } from 'node:crypto';
import { bounded, type Clock } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import * as openid from 'openid-client';
import type { Provider } from '../evolve.ts';
import { appleSecret } from './apple.ts';
import { provenBy, type Proven } from './proven.ts';

/** What the vault keeps of a provider: the secret, or of Apple the private key, in PEM, that signs one. */
export type ProviderSecret = { readonly organizationId: string; readonly secret: string };
/** What a login must come back with. */
export type Expected = { readonly state: string; readonly nonce: string; readonly verifier: string };

const answerMs = 10_000;
const mostBytes = 512 * 1024;
const knownFor = 10 * 60 * 1000;

const random = (): string => randomBytes(32).toString('base64url');
export const newExpected = (): Expected => ({ state: random(), nonce: random(), verifier: random() });

/** OpenID Connect with whatever provider an organization names, over the one way out. */
export const createOpenId = ({ dialer, clock }: Pick<ServicePorts, 'dialer'> & { readonly clock: Clock }) => {
  const known = bounded<string, { readonly config: Promise<openid.Configuration>; readonly at: number }>(500);

  const fetchBy: openid.CustomFetch = async (url, { method, headers, body, signal }) => {
    const answer = await dialer.request({
      url,
      method: method as 'GET' | 'POST',
      headers: Object.fromEntries(new Headers(headers).entries()),
      ...(body !== undefined &&
        body !== null && { body: body instanceof URLSearchParams ? body.toString() : String(body) }),
      timeoutMs: answerMs,
      mostBytes,
      mostRedirects: 0,
      ...(signal !== undefined && signal !== null && { signal }),
    });
    const empty = answer.status === 204 || answer.status === 304;
    return new Response(empty ? null : new Uint8Array(answer.body), { status: answer.status, headers: answer.headers });
  };

  const configOf = async (provider: Provider, kept: string): Promise<openid.Configuration> => {
    const { issuer, clientId } = provider;
    // One that is signed for a few minutes is not kept.
    const secret = provider.kind === 'apple' ? appleSecret(provider, kept, clock()) : kept;
    const key = hash('sha256', [issuer, clientId, secret].join(' '));
    const before = known.get(key);
    if (before !== undefined && clock() - before.at < knownFor) return before.config;
    const execute = new URL(issuer).protocol === 'http:' ? [openid.allowInsecureRequests] : [];
    const config = openid.discovery(new URL(issuer), clientId, undefined, openid.ClientSecretPost(secret), {
      execute,
      timeout: answerMs / 1000,
      [openid.customFetch]: fetchBy,
    });
    known.set(key, { config, at: clock() });
    config.catch(() => known.delete(key));
    return config;
  };

  return {
    /** The address at the provider to which a login goes. Throws where the provider does not answer as one. */
    begin: async (provider: Provider, kept: string, callback: string, expected: Expected): Promise<URL> => {
      const config = await configOf(provider, kept);
      return openid.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        response_type: 'code',
        scope: provider.kind === 'apple' ? 'openid name email' : 'openid profile email',
        state: expected.state,
        nonce: expected.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(expected.verifier),
        code_challenge_method: 'S256',
        // Apple gives name and address to a form alone.
        ...(provider.kind === 'apple' && { response_mode: 'form_post' }),
      });
    },
    /** Who came back, as the provider proves. Throws where it does not. */
    finish: async (
      provider: Provider,
      kept: string,
      callback: string,
      given: URLSearchParams,
      { state, nonce, verifier }: Expected,
    ): Promise<Proven> => {
      const config = await configOf(provider, kept);
      const url = new URL(callback);
      url.search = given.toString();
      const tokens = await openid.authorizationCodeGrant(config, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('no id token came');
      const said = { ...claims };
      // Many say no more than who it is in the token itself.
      if (said['email'] === undefined && config.serverMetadata().userinfo_endpoint !== undefined)
        Object.assign(said, await openid.fetchUserInfo(config, tokens.access_token, claims.sub));
      return provenBy(provider.kind, claims.sub, said);
    },
  };
};
