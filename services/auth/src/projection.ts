import { fold, type EventContext, type ModelOp, type Projection } from '@tessera/kernel';
import type { AuthEvent } from './events.ts';
import {
  aggregates,
  type Account,
  type ApiToken,
  type Forgetting,
  type Identity,
  type Invitation,
  type Member,
  type Organization,
  type Provider,
  type Role,
  type ShortName,
} from './evolve.ts';

/** Documents that reads use: the folded state with the stream's version. */
export type AccountDocument = Account & { readonly emailKey: string };
/** Who was forgotten, by their id. */
export type ErasedDocument = { readonly organizationId: string; readonly also?: readonly string[] };
export type IdentityDocument = Identity;
/** A photo or a logo; `data` is Base64. */
export type PictureDocument = {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly version: string;
};
export type MemberDocument = Member & { readonly version: number };
export type RoleDocument = {
  readonly role: NonNullable<Role>;
  readonly version: number;
  /** When it was last changed, in milliseconds since the Unix epoch, and by whom; absent in what earlier code wrote. */
  readonly changedAt?: number;
  readonly changedBy?: string;
};

const versionOf = (context: EventContext): number => {
  const [advance] = context.advances;
  return advance !== undefined && 'version' in advance ? advance.version : 0;
};
const put = (collection: string, id: string, document: object): ModelOp => ({
  op: 'document.put',
  collection,
  id,
  document,
});

/** The bytes of a photo or a logo stand under whose it is. */
const pictureOf = (event: AuthEvent): readonly ModelOp[] => {
  const [id, picture] =
    event.$case === 'memberPhotoChanged'
      ? [event.value.userId, event.value.photo]
      : event.$case === 'organizationLogoChanged'
        ? [event.value.organizationId, event.value.logo]
        : event.$case === 'memberErased'
          ? [event.value.userId, undefined]
          : [undefined, undefined];
  if (id === undefined) return [];
  if (picture === undefined) return [{ op: 'document.delete', collection: 'pictures', id }];
  const { type, data, version } = picture;
  return [put('pictures', id, { id, type, data, version } satisfies PictureDocument)];
};

export const model: Projection<AuthEvent> = {
  name: 'model',
  // 2: roles say when and by whom they were changed.
  version: 7,
  project: (event, context, state) => {
    const [advance] = context.advances;
    if (advance === undefined) return [];
    const kind = advance.stream.slice(0, advance.stream.indexOf(':'));
    const aggregate = aggregates.find((one) => one.kind === kind);
    if (aggregate === undefined) return [];
    // Folding twice is folding once here, so it does not matter whether the store hands the state of before or after.
    const folded = (aggregate.evolve as (state: unknown, event: AuthEvent, context: EventContext) => unknown)(
      state(advance.stream) ?? aggregate.initial,
      event,
      context,
    );
    if (folded === undefined)
      return kind === 'role'
        ? [{ op: 'document.delete', collection: 'roles', id: advance.stream.slice(5) }]
        : kind === 'provider'
          ? [{ op: 'document.delete', collection: 'providers', id: advance.stream.slice(9) }]
          : [];
    const picture = pictureOf(event);
    switch (kind) {
      case 'installation':
        return [put('installation', '1', folded as object)];
      case 'account': {
        const account = folded as Account;
        if (account.erased)
          return [
            { op: 'document.delete', collection: 'accounts', id: account.id },
            put('erased', account.id, {
              organizationId: account.organizationId,
              ...(account.also && { also: account.also }),
            } satisfies ErasedDocument),
          ];
        return account.open
          ? [put('accounts', account.id, { ...account, emailKey: fold(account.email) } satisfies AccountDocument)]
          : [{ op: 'document.delete', collection: 'accounts', id: account.id }];
      }
      case 'short-name': {
        const named = folded as ShortName;
        return [put('short-names', named.id, named)];
      }
      case 'organization': {
        const organization = folded as Organization;
        return [put('organizations', organization.id, organization), ...picture];
      }
      case 'forgetting': {
        const forgetting = folded as Forgetting;
        return [put('forgettings', forgetting.id, forgetting)];
      }
      case 'role': {
        const role = folded as NonNullable<Role>;
        const document: RoleDocument = {
          role,
          version: versionOf(context),
          changedAt: context.time,
          changedBy: context.actorId,
        };
        return [put('roles', role.id, document)];
      }
      case 'member': {
        const member = folded as Member;
        const document = { ...member, version: versionOf(context) } satisfies MemberDocument;
        return [put('members', member.userId, document), ...picture];
      }
      case 'invitation': {
        const invitation = folded as Invitation;
        return [put('invitations', invitation.id, invitation)];
      }
      case 'token': {
        const token = folded as ApiToken;
        return token.deleted
          ? [{ op: 'document.delete', collection: 'tokens', id: token.id }]
          : [put('tokens', token.id, token)];
      }
      case 'provider': {
        const provider = folded as Provider;
        return [put('providers', provider.id, provider)];
      }
      case 'identity': {
        const identity = folded as IdentityDocument;
        return [put('identities', identity.identity, identity)];
      }
      default:
        return [];
    }
  },
};
