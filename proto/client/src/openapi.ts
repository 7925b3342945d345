import type * as known from './known.ts';

/** Routes whose lists come in pages: the mark of an answer, what takes it, and where. */
export const paged = {
  'get /v3/users': ['next', 'after', 'query'],
  'get /v3/invitations': ['next', 'after', 'query'],
  'get /v3/account/user/{id}/history': ['next', 'before', 'query'],
  'get /v3/tables/{table}/records': ['next', 'after', 'query'],
  'post /v3/tables/{table}/records/query': ['next', 'after', 'body'],
  'post /v3/tables/{table}/records/groups': ['next', 'after', 'body'],
  'post /v3/tables/{table}/records/compare': ['next', 'after', 'body'],
  'get /v3/tables/{table}/days': ['next', 'before', 'query'],
  'get /v3/tables/{table}/records/{record}/comments': ['next', 'after', 'query'],
  'get /v4/sla-metrics/audit': ['next', 'before', 'query'],
  'get /v3/tables/{table}/records/{record}/history': ['next', 'before', 'query'],
  'get /v3/tables/{table}/history': ['next', 'before', 'query'],
  'get /v3/tables/{table}/history/{entry}': ['next', 'after', 'query'],
  'get /v3/tables/{table}/deleted-records': ['next', 'after', 'query'],
  'get /v3/tasks': ['next', 'before', 'query'],
  'get /v3/runs': ['next', 'after', 'query'],
  'get /v3/automations/{id}/runs': ['next', 'after', 'query'],
  'get /v3/webhooks/{id}/deliveries': ['next', 'after', 'query'],
  'get /v3/low-code-webhook/{id}/calls': ['next', 'after', 'query'],
  'get /v3/doc-pages/{id}/versions': ['next', 'before', 'query'],
  'post /v3/conversations/search': ['previous', 'before', 'body'],
  'get /v3/conversations/{id}/messages': ['previous', 'before', 'query'],
  'get /v3/notifications': ['next', 'after', 'query'],
  'get /v3/mails': ['next', 'after', 'query'],
  'post /historyLog/list': ['next', 'after', 'body'],
} as const;

export interface paths {
    "/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the first run is still to be done, and whether it needs the one-time code
         * @description Tells a browser whether to show the first run. Anyone may ask.
         */
        get: operations["get_setup"];
        put?: never;
        /**
         * First run: name the organization and create the first account
         * @description Works once. It creates the organization, its first administrator and a session.
         */
        post: operations["post_setup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The organization's public name and logo
         * @description What the login screen shows, with the providers by which people sign in: `auth/oidc/{id}/start` leads to one. `org` is its short name or id; without it, it is the first organization. Anyone may ask.
         */
        get: operations["get_org_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/loginV2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with e-mail and password
         * @description Answers a session token and sets the session cookie. Where the login takes two steps it answers `verifySession`, which `auth/mfa-login` takes with a code. Wrong passwords are counted by account and by address.
         */
        post: operations["post_auth_loginV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/loginWithToken": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in again with the token of a session
         * @description Answers the same session again, for a browser that kept its token.
         */
        post: operations["post_auth_loginWithToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End this session
         * @description The token of this session stops working at once.
         */
        post: operations["post_auth_logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/changePassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password; ends every other session
         * @description Needs the current password. Answers the token of a new session.
         */
        post: operations["post_auth_changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is logged in, where, and what they may do
         * @description The person, the organization, and what they may do.
         */
        get: operations["get_session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whose session a browser comes with; null where it comes with none
         * @description Like `GET /v3/session`, but it answers `null` where the request has no session.
         */
        get: operations["get_auth_session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your sessions, the last one used first
         * @description Where you are logged in. `current` is the one that asks; `seenAt` is right to ten minutes. A session ends 30 days after its last use.
         */
        get: operations["get_sessions"];
        put?: never;
        post?: never;
        /**
         * End all of your other sessions
         * @description Their tokens stop working at once. API tokens stay. Answers how many it were.
         */
        delete: operations["delete_sessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your sessions
         * @description Its token stops working at once.
         */
        delete: operations["delete_sessions_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/logins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your logins of the last 90 days, newest first
         * @description The newest hundred: when, how and from where. `link` is a new password by the link of a mail.
         */
        get: operations["get_logins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/view-as": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * As whom you see the workspace
         * @description Null where you see it as yourself.
         */
        get: operations["get_view_as"];
        put?: never;
        /**
         * See the workspace as a role or as another person
         * @description Give one of `roleId` (who manages roles) and `userId` (who manages people). For 30 minutes this session sees what the role or the person sees, and changes nothing: every write is refused with `view_as.read_only`. Nobody looks as a role or a person with more rights than their own. What is your own stays yours: inbox, conversations, tasks, tokens and sessions are never those of the other person.
         */
        post: operations["post_view_as"];
        /**
         * See the workspace as yourself again
         * @description From now on this session has your own rights.
         */
        delete: operations["delete_view_as"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/sign-in-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The providers by which people of this organization sign in
         * @description Their secrets are not answered.
         */
        get: operations["get_sign_in_providers"];
        put?: never;
        /**
         * Name a provider by which people sign in
         * @description Any provider of OpenID Connect by its issuer, or Google, Microsoft and Apple. It proves people to this organization alone. Who is here already is known by the address that the provider proves; who comes for the first time is let in only where role, seat and domains are named.
         */
        post: operations["post_sign_in_providers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/sign-in-providers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a provider
         * @description Nobody signs in by it any more. Sessions stay.
         */
        delete: operations["delete_sign_in_providers_id"];
        options?: never;
        head?: never;
        /**
         * Change a provider
         * @description What is left out stays, the secret too.
         */
        patch: operations["patch_sign_in_providers_id"];
        trace?: never;
    };
    "/auth/oidc/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in by a provider: goes there
         * @description A page for browsers. `to` is where the login leads.
         */
        get: operations["get_auth_oidc_id_start"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oidc/{id}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Back from a provider
         * @description A page for browsers. Opens a session, or goes to the login with the reason why not.
         */
        get: operations["get_auth_oidc_id_callback"];
        put?: never;
        /**
         * Back from a provider, with a form of its page
         * @description The same for providers that come back with a form, as Apple does.
         */
        post: operations["post_auth_oidc_id_callback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a link to a new password
         * @description Where the address has an account, a mail with a link goes to it, which works once and for an hour. The answer is the same where it has none. Attempts are counted by account and by address.
         */
        post: operations["post_auth_reset_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reset-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Whose password a link changes
         * @description What the page behind such a link shows, before anything is typed.
         */
        post: operations["post_auth_reset_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose a new password by a link; ends every session
         * @description The link works once. Answers the token of a new session and sets its cookie. Where the login takes two steps it answers `verifySession` instead. A link that was used or is over is `invalid_token`.
         */
        post: operations["post_auth_change_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/mfa-login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The second step of a login
         * @description Takes what a login answered as `verifySession`, within five minutes, and a code of the app or a recovery code, which works once. Ten codes of an account may be tried in ten minutes.
         */
        post: operations["post_auth_mfa_login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether your login takes two steps
         * @description And how many recovery codes are left.
         */
        get: operations["get_second_factor"];
        put?: never;
        /**
         * Turn two-step login on
         * @description Takes the first code of the app. Answers ten recovery codes, which stand in this answer only.
         */
        post: operations["post_second_factor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/second-factor/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin two-step login
         * @description Needs the password. Answers the secret for an app that makes codes, as text and as the address that a QR code holds; it waits for its first code for 15 minutes.
         */
        post: operations["post_second_factor_setup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/second-factor/off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn two-step login off
         * @description Needs the password. The app’s codes and the recovery codes work no more.
         */
        post: operations["post_second_factor_off"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/account/user/{id}/second-factor/off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn a person's two-step login off
         * @description For somebody who lost their app and their recovery codes. Administrators only.
         */
        post: operations["post_account_user_id_second_factor_off"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * People of the organization, by name
         * @description Everyone with seat, role and whether they are active, in pages. Use the ids in user fields. `search` finds who has it in their name or e-mail.
         */
        get: operations["get_users"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/account/user/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a person's seat, role, or whether they may come in
         * @description Send only what changes. The last active administrator on a builder seat keeps both.
         */
        put: operations["put_account_user_id"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/account/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What you say of yourself
         * @description Your names and how others reach you.
         */
        get: operations["get_account_profile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change what you say of yourself
         * @description Send only what changes; null empties an address or a number.
         */
        patch: operations["patch_account_profile"];
        trace?: never;
    };
    "/v3/pictures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The photo of a person
         * @description As `photo_url` names it, for the people of their organization.
         */
        get: operations["get_pictures_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/logo/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The logo of an organization
         * @description As `logo_customizado` names it. Anyone who knows the organization may ask: the login shows it.
         */
        get: operations["get_org_logo_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/account/photo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose your photo
         * @description The picture that was there goes. Answers its address.
         */
        put: operations["put_account_photo"];
        post?: never;
        /**
         * Remove your photo
         * @description Initials, or our mark, stand there again.
         */
        delete: operations["delete_account_photo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/organization/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose the logo of your organization
         * @description The picture that was there goes. Answers its address.
         */
        put: operations["put_organization_logo"];
        post?: never;
        /**
         * Remove the logo of your organization
         * @description Initials, or our mark, stand there again.
         */
        delete: operations["delete_organization_logo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your organization
         * @description Its name, and the language, time zone and currency that hold where a person chose no other.
         */
        get: operations["get_organization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Name your organization, change its language, time zone and currency, and what holds for its people
         * @description Send only what changes. Two-step login is asked for by administrators alone: whoever has none is answered `second_factor.required` until they set it up.
         */
        patch: operations["patch_organization"];
        trace?: never;
    };
    "/v4/account/settings/infra-notification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is told by mail of what concerns your organization as a whole
         * @description The same list as `important_emails` of the organization.
         */
        get: operations["get_account_settings_infra_notification"];
        put?: never;
        /**
         * Say who is told by mail of what concerns your organization as a whole
         * @description At most 30 addresses; the list takes the place of the one before.
         */
        post: operations["post_account_settings_infra_notification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/account/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The organizations that you can come into
         * @description Where you are an active member, in the order in which you joined. `current` is the one you are in.
         */
        get: operations["get_account_organizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Come into another of your organizations
         * @description Starts a session there and ends this one. Where your login takes two steps and this session gave no code, it answers `verifySession`, which `auth/mfa-login` takes with a code. Whoever came in by a provider of one organization logs in to the other one.
         */
        post: operations["post_auth_switch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an organization of your own
         * @description You are its administrator, and this session goes on in it. Only where the operator of the installation lets people create organizations.
         */
        post: operations["post_organizations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/organization/erasure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether your organization is to be erased, and how you would confirm it
         * @description Administrators only. `days` is the time in which it can be aborted.
         */
        get: operations["get_organization_erasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/organization/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete your organization with all its data
         * @description Nothing goes before `delete_at`, and an administrator may abort it until then. After that nothing brings it back; who is in no other organization loses their account.
         */
        post: operations["post_organization_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/organization/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase all data of your organization
         * @description Tables, records, apps, automations, tasks, chats, files and history go; people, roles, the plan and the settings stay. Nothing goes before `delete_at`, and an administrator may abort it until then.
         */
        post: operations["post_organization_erase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/organization/abort": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Abort that your organization is erased
         * @description As long as it has not begun.
         */
        post: operations["post_organization_abort"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/help": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where the operator of this installation keeps help
         * @description What changed, documentation, guides, and up to four videos. Null where there is none.
         */
        get: operations["get_help"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The roles with their members
         * @description Each role with the people who have it, those with most people first.
         */
        post: operations["post_profile_list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a role
         * @description Nobody gives more rights than they have. The people in `members` get the role and lose the one they had.
         */
        post: operations["post_profile_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a role
         * @description Send what changes. `profile_data` replaces all rights: parts that are left out are empty. Who is in `members` gets the role; nobody loses it.
         */
        post: operations["post_profile_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/profile/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a role
         * @description Its people get the role `users_new_profile`; invitations to it are taken back. The admin role stays.
         */
        post: operations["post_profile_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/duplicate/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy a role
         * @description Makes a role with the same rights, colour and start page, and nobody in it.
         */
        post: operations["post_duplicate_profile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Invitations, newest first
         * @description Those that are open, used, expired and revoked, without their links, in pages.
         */
        get: operations["get_invitations"];
        put?: never;
        /**
         * Create an invitation link
         * @description The link stands in this answer only. It works once, for seven days; with an `email` for that address alone.
         */
        post: operations["post_invitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation
         * @description The link stops working at once.
         */
        delete: operations["delete_invitations_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an invitation link offers
         * @description What the page behind an invitation link shows. Anyone who has the link may ask.
         */
        get: operations["get_invitations_token"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{token}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join by an invitation
         * @description Creates the account and a session. Whoever has an account already joins with its password, and may leave the name out. Where that login takes two steps it answers `verifySession`, as `auth/loginV2` does.
         */
        post: operations["post_invitations_token_accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/api-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your API tokens, and to an administrator those of everybody
         * @description The newest last, with the last four characters of each; never the tokens themselves. `q` finds a part of the name; `page` counts from 1.
         */
        get: operations["get_api_token"];
        put?: never;
        /**
         * Create an API token
         * @description The token works with the rights of its owner, and with `scopes` at most with those. Keep it: it is shown in this answer only.
         */
        post: operations["post_api_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/api-token/unconfirmed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The API tokens of everybody that the restore of a backup disabled
         * @description After a restore each token stays disabled until an administrator confirms it.
         */
        get: operations["get_api_token_unconfirmed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/api-token/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let an API token work again that the restore of a backup disabled
         * @description For administrators.
         */
        post: operations["post_api_token_id_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/api-token/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One API token
         * @description Yours, or to an administrator anybody’s; with its last four characters.
         */
        get: operations["get_api_token_id"];
        /**
         * Name an API token, or switch it on or off
         * @description Send only what changes. One that is off gets 401 within five seconds, until it is switched on.
         */
        put: operations["put_api_token_id"];
        post?: never;
        /**
         * Delete an API token; it stops working within seconds
         * @description Programs that use it get 401 within five seconds.
         */
        delete: operations["delete_api_token_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/api-token/{id}/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the secret of an API token anew
         * @description The one before stops working within five seconds. For whoever made the token. Keep the new one: it is shown in this answer only.
         */
        post: operations["post_api_token_id_generate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/account/user/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was changed of a person: seat, role, and whether they may come in, newest first
         * @description Each entry has an id for `POST /v3/undo/{id}` while it can be undone. Pass `next` as `before` to read on.
         */
        get: operations["get_account_user_id_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tables that you may see
         * @description With the access that you have to each. `archived=true` lists those in the trash.
         */
        get: operations["get_tables"];
        put?: never;
        /**
         * Create a table with its fields
         * @description Fields may come with the table, in their order; links lead to tables that are there. Choose the `id` yourself to make the call safe to repeat.
         */
        post: operations["post_tables"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A table with its fields and views
         * @description Fields with types and options, views, and the version for `If-Match`.
         */
        get: operations["get_tables_table"];
        put?: never;
        post?: never;
        /**
         * Move a table to the trash
         * @description It stays in the trash until it is restored or deleted forever.
         */
        delete: operations["delete_tables_table"];
        options?: never;
        head?: never;
        /**
         * Change the label, icon, colour, description, label field or unique field
         * @description Send only what changes. A new unique field is checked for duplicates first.
         */
        patch: operations["patch_tables_table"];
        trace?: never;
    };
    "/v3/tables/{table}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a table from the trash
         * @description It comes back with its records, fields and views.
         */
        post: operations["post_tables_table_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a table like this one, with or without its records: one undo
         * @description Fields, views for everyone and, if asked for, the records that you may see. Comments, history and automations stay behind; numbers of records begin anew. What you may not see is left out. Records of a large table are copied by an operation: then the answer is 202.
         */
        post: operations["post_tables_table_duplicate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is in the trash and may be restored by you, the newest first; at most 500
         * @description Tables that were deleted, with who deleted them and when.
         */
        get: operations["get_trash"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/trash/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore something from the trash
         * @description The table comes back with its records, fields and views.
         */
        post: operations["post_trash_id_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/trash/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete something of the trash forever, with all that it holds; it cannot be brought back
         * @description Erases the table with its records and their history. No undo brings it back.
         */
        delete: operations["delete_trash_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/conditionals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the conditional fields of a table
         * @description All rules, in their order: where two disagree, the lower one wins. `show` and `hide` are for forms and records on screen; `require` and `read_only` hold of every write, judged on the record as it would be then. A condition asks of a field whose value stands in the record and says the same to everybody: no links, computed fields, moments, relative dates or current user. What is wrong stands in `details.rules`, by the place of the rule.
         */
        put: operations["put_tables_table_conditionals"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/forms/{form}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A form of a table
         * @description The configuration of a form view; true where the table has no form of its own. Fields that you do not see are left out.
         */
        get: operations["get_tables_table_forms_form"];
        /**
         * Set a form of a table
         * @description What "New record" opens, or what a record is opened in. The configuration of a form view as a whole; `true` takes the form away. `open_as` says how it opens: other ways than `side_panel` and `modal_compact` need `advancedDevFeatures`. Where `fields` is empty, it asks for all of them. The form for records that are there may show fields that nobody writes.
         */
        put: operations["put_tables_table_forms_form"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/fields/{field}/convert/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What converting a field to another type, or to more decimal places, would make of its values; nothing is written
         * @description Counts the values that fit, change and are lost, with examples.
         */
        post: operations["post_tables_table_fields_field_convert_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/fields/{field}/convert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Convert a field: an operation, and one undo, which brings back the values that did not fit
         * @description A large table answers 202 with an operation to follow.
         */
        post: operations["post_tables_table_fields_field_convert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a field
         * @description The guide lists the types with their properties. `index` is the place among the fields.
         */
        post: operations["post_tables_table_fields"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/fields/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Reorder the fields
         * @description Name every field once.
         */
        put: operations["put_tables_table_fields_order"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/fields/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The deleted fields of a table
         * @description Each can be restored with its values.
         */
        get: operations["get_tables_table_fields_deleted"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/fields/{field}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a field; its values stay and come back with it
         * @description Restoring the field brings the values back.
         */
        delete: operations["delete_tables_table_fields_field"];
        options?: never;
        head?: never;
        /**
         * Change a field
         * @description Send only what changes. An option that records use is removed with `replacements`.
         */
        patch: operations["patch_tables_table_fields_field"];
        trace?: never;
    };
    "/v3/tables/{table}/fields/{field}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a deleted field
         * @description It comes back at the end, with its values.
         */
        post: operations["post_tables_table_fields_field_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/fields/{field}/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The free labels of a field, the most used first
         * @description At most 1,000 of the records that you may see. `count` is the number of records; labels that differ in case or accents alone are one.
         */
        get: operations["get_tables_table_fields_field_labels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/fields/{field}/labels/rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rename a free label in every record, those in the trash too
         * @description A label that is there already takes the records over: the two are merged. Without `to` the label is taken out. One undo takes all of it back.
         */
        post: operations["post_tables_table_fields_field_labels_rename"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/fields/{field}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a field like this one, with or without its values: one undo
         * @description The new field stands behind this one. It is never unique. With values, those of a large table are copied by an operation: then the answer is 202.
         */
        post: operations["post_tables_table_fields_field_duplicate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/fields/{field}/uses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where a field is used: what changes when it is deleted
         * @description Personal views of other people are counted and not named.
         */
        get: operations["get_tables_table_fields_field_uses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The views of a table: everyone's and your own
         * @description Shared views, and the personal ones of the caller.
         */
        get: operations["get_tables_table_views"];
        put?: never;
        /**
         * Save a view, for yourself or for everyone
         * @description A personal view is seen by its owner alone. `If-Match` is of the table here: the fields that the view speaks of.
         */
        post: operations["post_tables_table_views"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/views/{view}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A view
         * @description With the version for `If-Match`.
         */
        get: operations["get_tables_table_views_view"];
        put?: never;
        post?: never;
        /**
         * Delete a view
         * @description Undo brings it back. The last view for everyone stays: it is refused with 409 `views.last`, also when it is made personal.
         */
        delete: operations["delete_tables_table_views_view"];
        options?: never;
        head?: never;
        /**
         * Change a view
         * @description Send only what changes; `config` is replaced as a whole.
         */
        patch: operations["patch_tables_table_views_view"];
        trace?: never;
    };
    "/v3/tables/{table}/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Records in the order of their creation
         * @description Page by page: pass `next` as `after`. To filter and sort, use `POST .../records/query`.
         */
        get: operations["get_tables_table_records"];
        put?: never;
        /**
         * Create a record, or up to 1,000 at once
         * @description Send one `{fields}`, or `{records}`. With `upsert` a record whose unique value exists is changed; with `partial` good rows are written although others are refused.
         */
        post: operations["post_tables_table_records"];
        /**
         * Delete up to 1,000 records
         * @description They go to the trash; restore or undo brings them back.
         */
        delete: operations["delete_tables_table_records"];
        options?: never;
        head?: never;
        /**
         * Change up to 1,000 records
         * @description Fields that are not sent stay as they are. With a `version` others' changes to other fields are merged.
         */
        patch: operations["patch_tables_table_records"];
        trace?: never;
    };
    "/v3/tables/{table}/records/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore deleted records
         * @description Unique values that others took meanwhile are refused.
         */
        post: operations["post_tables_table_records_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/records/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Records that match a filter, sorted, page by page
         * @description Fields in `filter`, `sort` and `fields` may be named by id or by name. Pass `next` as `after` with the same query to read on. `groupBy` and `under` select the records of one group.
         */
        post: operations["post_tables_table_records_query"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/records/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * How many records match
         * @description Takes the same `filter` and `search` as a query.
         */
        post: operations["post_tables_table_records_count"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/records/aggregate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sums, counts, averages over the records that match
         * @description Up to 100 at once, over the records that a filter and a search select.
         */
        post: operations["post_tables_table_records_aggregate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/records/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Records that match, by groups
         * @description Counts the records of each group of up to three fields, with sums and other aggregates, in the order of the groups: all groups of the innermost level, or with `under` those of the next level beneath a key. Records of a group come by `POST .../records/query` with the same `groupBy` and `under`.
         */
        post: operations["post_tables_table_records_groups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/records/place": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Where a record stands in a query
         * @description Its position from 0 in a filtered and sorted list; null where it is not in it.
         */
        post: operations["post_tables_table_records_place"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/records/{record}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One record
         * @description The ETag is its version, for `If-Match`.
         */
        get: operations["get_tables_table_records_record"];
        put?: never;
        post?: never;
        /**
         * Delete a record
         * @description It goes to the trash; restore or undo brings it back.
         */
        delete: operations["delete_tables_table_records_record"];
        options?: never;
        head?: never;
        /**
         * Change fields of a record
         * @description Fields that are not sent stay as they are; `null` empties one.
         */
        patch: operations["patch_tables_table_records_record"];
        trace?: never;
    };
    "/v3/tables/{table}/records/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What differs between a moment and now
         * @description Each record that is other now than it was: `changed` with the fields that differ, `removed` since, or `added` since. Those that changed or were removed come first, then those that were added. `filter` and `search` hold of what was then, of added records of what is now. The rights of today hold.
         */
        post: operations["post_tables_table_records_compare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * On which days records of a table changed, the newest first
         * @description Days of the organization’s time zone with the number of changes that were saved on each. A day without a change is left out. `before` goes on from a day.
         */
        get: operations["get_tables_table_days"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/restore-to": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take records, a field or the whole table back to a moment
         * @description Answers 202 with an operation. `recordIds`: these records, `fieldId`: the values of one field, neither: the whole table. Records that were removed leave the trash, values go back, and of the whole table what was not there goes into the trash. Values of computed and linked fields follow from others and stay. One undo takes back the whole.
         */
        post: operations["post_tables_table_restore_to"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/records/duplicates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Groups of records that are alike
         * @description Compared are the values of up to four fields. `exact`: all are the same but for case, spaces and punctuation. `close`: two of them are nearly the same, or the only one. `loose`: one that hardly two things share, as an e-mail address, is enough. At most 20,000 records are compared: filter larger tables.
         */
        post: operations["post_tables_table_records_duplicates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/records/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make several records one: one undo
         * @description The record `keep` gets the values in `fields`, those of the other records that are to stay among them; the others go into the trash.
         */
        post: operations["post_tables_table_records_merge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find records by their texts in all tables that you may read
         * @description At most five of each table, those of tables that changed last before the others. A search that takes long answers with what it has found.
         */
        post: operations["post_search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Records as a file
         * @description CSV and Excel have values as people read them, in the language and the time zone of the organization: names of people, labels of options and of linked records. A text that a spreadsheet would take for a formula begins with an apostrophe in a CSV file. JSON has the values of the API by the names of their fields, decimals as texts. At most 10,000 records.
         */
        post: operations["post_tables_table_export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tab/{table}/csv-export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Records as a CSV file
         * @description The same as `POST /v3/tables/{table}/export` with the format `csv`.
         */
        post: operations["post_tab_table_csv_export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/records/{record}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The conversation of a record, newest first
         * @description Whoever may read the record may read it. `unread` counts what others wrote since `seenAt`, up to which you have seen it; null where you never did.
         */
        get: operations["get_tables_table_records_record_comments"];
        put?: never;
        /**
         * Write a comment
         * @description Whoever may read the record may speak of it. People who are mentioned get a notification.
         */
        post: operations["post_tables_table_records_record_comments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/records/{record}/comments/{comment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a comment
         * @description Its author does, and who manages the table. It can be restored.
         */
        delete: operations["delete_tables_table_records_record_comments_comment"];
        options?: never;
        head?: never;
        /**
         * Change a comment of your own
         * @description The earlier text stays in its history.
         */
        patch: operations["patch_tables_table_records_record_comments_comment"];
        trace?: never;
    };
    "/v3/tables/{table}/records/{record}/comments/{comment}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a deleted comment
         * @description Whoever deleted it does, and who manages the table. It stands where it stood.
         */
        post: operations["post_tables_table_records_record_comments_comment_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/records/{record}/comments/{comment}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The texts that a comment had, newest first
         * @description Of a comment that is there. At most 50.
         */
        get: operations["get_tables_table_records_record_comments_comment_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/records/{record}/comments-seen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say up to when you have seen a conversation
         * @description Kept for you alone. An earlier moment than the one that is kept changes nothing.
         */
        put: operations["put_tables_table_records_record_comments_seen"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/records/{record}/star": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Star a record, or take the star away
         * @description Kept for you alone: it changes nothing of the record and is no part of its history. A field of the type `starred` shows it, and filters by it read your own stars. At most 1,000 records of a table.
         */
        put: operations["put_tables_table_records_record_star"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/last-look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say when you last looked at a record, a view, or what a filter leaves
         * @description Kept for you alone, for a year, of at most 200 places of a table. Null forgets it. Nobody has looked later than now.
         */
        put: operations["put_tables_table_last_look"];
        /**
         * When you last looked at a record, a view, or what a filter leaves
         * @description Null where that is not known; `inDigest` says whether your digest tells what changed there. `now` is the time of the answer: what changed between is told by `POST .../records/compare` and by the history of a record, and `now` marks it as seen.
         */
        post: operations["post_tables_table_last_look"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/digest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say whether your digest tells what changed of a record, a view, or what a filter leaves
         * @description Kept for you alone, of at most 20 places. The digest tells what changed since it came last, or since you last looked where that is later, by the rights that you have when it is sent. Whether and when it comes are settings of your notifications.
         */
        put: operations["put_tables_table_digest"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/digest-places": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Of which records, views and filters your digest tells what changed
         * @description Those that you may no longer see, or that are gone, have no names.
         */
        get: operations["get_digest_places"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sla-metrics/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How long records were in each option: how many stays ended and go on, and their median
         * @description Of the latest 10000 stays; `complete` is false where there are more.
         */
        get: operations["get_sla_metrics_summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sla-metrics/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The stays of the records of a table as a CSV file
         * @description The latest 10000. Times in UTC, the time elapsed in seconds; of stays that go on, until now.
         */
        post: operations["post_sla_metrics_export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sla-metrics/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The stays of the records of a table in the options of its choices, the latest first
         * @description Told from the history, whenever it is asked for. The time elapsed is `finished_at` less `started_at`, or up to now. A page may have few stays, or none, and go on: pass `next` as `before`. Records in the trash are told to who may see every record; their stays ended when they went there.
         */
        get: operations["get_sla_metrics_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/formulas/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a formula answers for some records
         * @description Nothing is kept. The formula sees the fields that its caller sees. One that is wrong is answered with its errors and without values.
         */
        post: operations["post_tables_table_formulas_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/records/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change, delete or restore every record that matches
         * @description Answers 202 with an operation. Select by `filter` and `search`, or by `ids`; `except` leaves some out. One undo takes back the whole.
         */
        post: operations["post_tables_table_records_bulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/operations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far an operation is
         * @description Bulk changes, conversions, undos and imports into records are operations.
         */
        get: operations["get_operations_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/operations/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop an operation after the chunk under way; what it did stays and can be undone
         * @description Ends it early with the state `cancelled`.
         */
        post: operations["post_operations_id_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/records/{record}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened to a record, newest first
         * @description Who changed which field, from which value to which. Pass `next` as `before` to read on.
         */
        get: operations["get_tables_table_records_record_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened to a table and its records, one entry an action, newest first
         * @description Each entry has an id for `POST /v3/undo/{id}` while it can be undone.
         */
        get: operations["get_tables_table_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/history/{entry}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One entry of the history of a table: what it did to each record, page by page
         * @description A page has up to 50 changes or 256 kB of them; `next` goes to `after`. Changes of fields that you may not see are left out.
         */
        get: operations["get_tables_table_history_entry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/deleted-records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Records in the trash, the last deleted first, with who deleted them
         * @description `POST /v3/tables/{table}/records/bulk` with `restore` brings them back.
         */
        get: operations["get_tables_table_deleted_records"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which records changed since a position, deletions included; without `since` just the present position
         * @description For a copy of a table that keeps up: ids and versions, deletions included. Read the values with `POST .../records/query` and `ids`.
         */
        get: operations["get_tables_table_changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/undo/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a commit or an operation, or preview it; the undo of an undo is a redo
         * @description `id` is a commit (header `tessera-commit`) or an operation; an operation of people and invitations has `auth.` before its id. Values that were changed since are conflicts: ask with `preview`, then choose `skip` or `overwrite`.
         */
        post: operations["post_undo_id"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tables/{table}/undo-stack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your own latest actions on a table: what can be undone and redone
         * @description The ids for `POST /v3/undo/{id}`, newest first.
         */
        get: operations["get_tables_table_undo_stack"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tasks that you may see, newest first
         * @description Scopes: `my-tasks` are those that you own, `assigned` those that you made for others, `personal` those that are yours alone, `all` every one. `to-do` is neither done nor ignored; `overdue` has a deadline before the day that it is where the organization is. `before` is the `next` of the answer before.
         */
        get: operations["get_tasks"];
        put?: never;
        /**
         * Make a task
         * @description Without owners it is yours. `parentId` makes it a subtask. One with a `recurrence` is followed by its next one once it is done or its deadline is there; `reminders` tell its owners and followers before its deadline. Both need a deadline. `id` may be given, so that a second try makes no second task.
         */
        post: operations["post_tasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tasks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A task
         * @description Who made, owns or follows it sees it, and of a task of a record whoever may read the table.
         */
        get: operations["get_tasks_id"];
        put?: never;
        post?: never;
        /**
         * Delete a task
         * @description Undo brings it back.
         */
        delete: operations["delete_tasks_id"];
        options?: never;
        head?: never;
        /**
         * Change a task
         * @description Send only what changes; null takes a date or the record away.
         */
        patch: operations["patch_tasks_id"];
        trace?: never;
    };
    "/task/{id}/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A task, by its older address
         * @description Who made, owns or follows it sees it, and of a task of a record whoever may read the table.
         */
        get: operations["get_task_id_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tasks/{id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a task, or open it again
         * @description `completed: false` opens a task that is done. One that comes again is followed by its next one, once.
         */
        post: operations["post_tasks_id_complete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tasks/{id}/clone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy a task
         * @description The copy is open, with its to-dos not done, and does not come again.
         */
        post: operations["post_tasks_id_clone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/automations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The automations of the organization, by name
         * @description With the last run of each.
         */
        get: operations["get_automations"];
        put?: never;
        /**
         * Make an automation
         * @description It is a draft that is off, and yours: it will run with your rights. `issues` says what is missing before it can be published. A value is a literal, or `{"ref": "trigger.record.<fieldId>"}` or `{"ref": "steps.<id>.<path>"}`.
         */
        post: operations["post_automations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/automations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An automation as its draft has it
         * @description `issues` names the step and the part that is missing or wrong.
         */
        get: operations["get_automations_id"];
        /**
         * Change the draft
         * @description What runs stays as it is until the draft is published. Send the ETag that you saw as `If-Match`.
         */
        put: operations["put_automations_id"];
        post?: never;
        /**
         * Put an automation into the trash
         * @description Nothing starts it there. It comes back with `POST /v3/automations/{id}/restore`, or by undo.
         */
        delete: operations["delete_automations_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/automations/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an automation out of the trash
         * @description On or off as it was.
         */
        post: operations["post_automations_id_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/automations/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let the draft run
         * @description It becomes the next version. Runs that are under way keep theirs.
         */
        post: operations["post_automations_id_publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/automations/{id}/enabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch an automation on or off
         * @description It starts by what happens from then on. What is under way ends.
         */
        post: operations["post_automations_id_enabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/automations/{id}/owner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give an automation to somebody else
         * @description It runs with their rights from then on, and is off until they switch it on.
         */
        put: operations["put_automations_id_owner"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/automations/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was published, the newest first
         * @description Each version can be put into the draft.
         */
        get: operations["get_automations_id_versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/automations/{id}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a version that was published into the draft
         * @description It runs once it is published again. Undo brings the draft of before back.
         */
        post: operations["post_automations_id_versions_version_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The runs of all automations, the newest first
         * @description Pass `next` as `after` for the next page.
         */
        get: operations["get_runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/automations/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The runs of an automation, the newest first
         * @description Pass `next` as `after` for the next page.
         */
        get: operations["get_automations_id_runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/automations/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run an automation now
         * @description Its published version, for a record where its trigger has a table. It runs beside the answer, with the rights of its owner.
         */
        post: operations["post_automations_id_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/automations/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go through the draft without an effect
         * @description With a record, with what came last to its address, or with the event of an earlier run. Reads are real, with the rights of the owner; what would change something is told and not done.
         */
        post: operations["post_automations_id_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/runs/{runId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A run with its steps
         * @description What went in and came out of each step is told to the owner of the automation and to administrators.
         */
        get: operations["get_runs_runId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/runs/{runId}/steps/{stepId}/question": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a step of a run asks you
         * @description For those whom it asks.
         */
        get: operations["get_runs_runId_steps_stepId_question"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/runs/{runId}/steps/{stepId}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer what a step of a run asks you
         * @description The first answer counts. `stepId` is the path of the step: within loops with the place of the item.
         */
        post: operations["post_runs_runId_steps_stepId_answer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/runs/{runId}/rerun": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run it again
         * @description With `fromStep` a run that failed goes on there: what was done stays and is not done again. Without it a new run does everything anew, with what the first one was started with.
         */
        post: operations["post_runs_runId_rerun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hooks/{secret}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start an automation by its address
         * @description Whatever is sent by POST starts the automation: JSON, a form or text, up to 1 MB. Answers 202 at once; where the automation has a step that responds, its answer, or 202 after 10 s. A call with the `webhook-id` or `idempotency-key` of an earlier one starts nothing again. Where the address has a secret, a call carries `webhook-id`, `webhook-timestamp` (seconds, at most 5 minutes from now) and `webhook-signature` as Standard Webhooks define them: `v1,` and the base64 of HMAC-SHA256 over `{id}.{timestamp}.{body}`.
         */
        post: operations["post_hooks_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/automations/{id}/hook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The address that starts an automation, and what came there last
         * @description For its owner and administrators. It is made when it is first asked for.
         */
        get: operations["get_automations_id_hook"];
        put?: never;
        /**
         * Make the address of an automation anew
         * @description The one before leads nowhere from then on.
         */
        post: operations["post_automations_id_hook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/automations/{id}/hook/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have calls of the address signed, with a new secret
         * @description Calls without a signature are refused from then on. For 24 hours a secret of before is good as well.
         */
        post: operations["post_automations_id_hook_secret"];
        /**
         * Take calls of the address without a signature again
         * @description All its secrets are forgotten.
         */
        delete: operations["delete_automations_id_hook_secret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The webhooks of the organization, by name
         * @description With the newest event that each tells of, and how many deliveries wait. Secrets are in no answer but the one that made them.
         */
        get: operations["get_webhooks"];
        put?: never;
        /**
         * Make a webhook
         * @description Each change of a record of the table is sent to the address by POST, with the fields that you may read: `{id, type, at, sequence, tableId, record, before?}`. `sequence` rises with each change of a record, also with those that are not told. Of a record that went away before it was read, `fields` are those of the event. The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` are those of Standard Webhooks: HMAC-SHA256 over `{id}.{timestamp}.{body}` with the secret behind `whsec_`, which is base64. The same id may come again: skip one that you have seen. Any answer but 2xx is a no; redirects are not followed. It is tried eight times in 24 hours; later changes of the same record wait. Then the webhook is paused, and keeps what it has to tell.
         */
        post: operations["post_webhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A webhook
         * @description Its ETag is what a change sends as `If-Match`. The secret is not among it: it was shown when it was made.
         */
        get: operations["get_webhooks_id"];
        /**
         * Change a webhook, switch it on or off
         * @description One that was paused goes on with what it kept where `active` is true. What happened while it was off is not told. Send the ETag that you saw as `If-Match`.
         */
        put: operations["put_webhooks_id"];
        post?: never;
        /**
         * Delete a webhook
         * @description Nothing is sent any more. It comes back by undo, with its secret and what it had to tell.
         */
        delete: operations["delete_webhooks_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/webhooks/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new secret
         * @description For 24 hours the one before it signs as well: `webhook-signature` then has two, apart by a space.
         */
        post: operations["post_webhooks_id_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a webhook told in the last 30 days, the newest first
         * @description Pass `next` as `after` for the next page. `open` leaves out what was delivered.
         */
        get: operations["get_webhooks_id_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/webhooks/{id}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A delivery with what is sent and what was answered
         * @description What is sent is told to the owner of the webhook and to administrators, and kept for 30 days.
         */
        get: operations["get_webhooks_id_deliveries_deliveryId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/webhooks/{id}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description With the same id and content. Where the webhook is off or paused it waits.
         */
        post: operations["post_webhooks_id_deliveries_deliveryId_redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send again what happened since a moment
         * @description In order for each record, with the same ids, up to 1,000 and 30 days back. With `failed` only what was not delivered.
         */
        post: operations["post_webhooks_id_replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/low-code-languages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The languages of functions
         * @description `absent` says why one cannot be run on this server: `no_sandbox` (bubblewrap is missing) or `no_language`.
         */
        get: operations["get_low_code_languages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/low-code-functions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The functions of the organization, by name
         * @description With what each used this month, and its last call. `trigger` 0 asks for plain functions, 1 for triggers.
         */
        get: operations["get_low_code_functions"];
        put?: never;
        /**
         * Make a function
         * @description It has no code until its first version is saved.
         */
        post: operations["post_low_code_functions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/low-code-functions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A function with the code that is called
         * @description Its ETag is what a change sends as `If-Match`.
         */
        get: operations["get_low_code_functions_id"];
        /**
         * Change a function, switch it on or off
         * @description Its language stays once it has code. Send the ETag that you saw as `If-Match`.
         */
        put: operations["put_low_code_functions_id"];
        post?: never;
        /**
         * Delete a function
         * @description Steps of automations that call it fail. It comes back by undo, with its versions and secrets.
         */
        delete: operations["delete_low_code_functions_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/low-code-functions/{id}/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The versions of a function, the newest first
         * @description Without their code.
         */
        get: operations["get_low_code_functions_id_version"];
        put?: never;
        /**
         * Save code as the next version
         * @description Calls from here on are of it. The note says what it is for. C# is compiled: what its compiler says against it is in `details.problems`, with line and column, and nothing is saved.
         */
        post: operations["post_low_code_functions_id_version"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/low-code-functions/{id}/version/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A version with its code
         * @description Versions are counted from 1.
         */
        get: operations["get_low_code_functions_id_version_version"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/low-code-functions/{id}/version/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an earlier version the next one
         * @description The versions between stay.
         */
        post: operations["post_low_code_functions_id_version_version_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/low-code-functions/{id}/secrets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Keep a secret for a function
         * @description Its code asks for it by name. It is in no answer, and hidden in what the code answers and notes.
         */
        put: operations["put_low_code_functions_id_secrets_name"];
        post?: never;
        /**
         * Forget a secret of a function
         * @description It is gone at once.
         */
        delete: operations["delete_low_code_functions_id_secrets_name"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/low-code-functions/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call a function
         * @description With your rights. `sourceCode` calls code that is not saved yet, which is asked of whoever may change it. With `simulated` what would change something is told and not done. It takes 10 s, 256 MB and 1 MB of output at most.
         */
        post: operations["post_low_code_functions_id_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/low-code-functions/{id}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The last 200 calls of a function, the newest first
         * @description Who or what called it, how long it took and how it ended.
         */
        get: operations["get_low_code_functions_id_calls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/low-code-functions/{id}/calls/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A call with what went in, what came out, and its log
         * @description That is told to the owner of the function and to administrators, and kept for 30 days.
         */
        get: operations["get_low_code_functions_id_calls_number"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/low-code-functions/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a deleted function away for good
         * @description With its secrets, its code and its calls: no undo brings it back. 30 days after it was deleted this happens by itself.
         */
        post: operations["post_low_code_functions_id_erase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/low-code-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The incoming webhooks of the organization, by name
         * @description Their addresses are hidden but for the end.
         */
        get: operations["get_low_code_webhook"];
        put?: never;
        /**
         * Make an incoming webhook
         * @description What is sent to its address adds a record to a table, or calls a function: one of the two.
         */
        post: operations["post_low_code_webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/low-code-webhook/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An incoming webhook
         * @description Its ETag is what a change sends as `If-Match`.
         */
        get: operations["get_low_code_webhook_id"];
        /**
         * Change an incoming webhook, switch it on or off
         * @description Send the ETag that you saw as `If-Match`.
         */
        put: operations["put_low_code_webhook_id"];
        post?: never;
        /**
         * Delete an incoming webhook
         * @description Its address takes nothing any more. It comes back by undo, with the same address.
         */
        delete: operations["delete_low_code_webhook_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/low-code-webhook/{id}/regenerate-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the address of an incoming webhook anew
         * @description The one before takes nothing from then on.
         */
        post: operations["post_low_code_webhook_id_regenerate_url"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/low-code-webhook/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have calls signed, with a new secret
         * @description Calls without a signature are refused from then on. For 24 hours a secret of before is good as well.
         */
        post: operations["post_low_code_webhook_id_secret"];
        /**
         * Take calls without a signature again
         * @description All its secrets are forgotten.
         */
        delete: operations["delete_low_code_webhook_id_secret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/low-code-webhook/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try an incoming webhook
         * @description With the body that is given, or what came last. Nothing is changed. With your rights.
         */
        post: operations["post_low_code_webhook_id_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hooks/in/{secret}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send something to an incoming webhook
         * @description JSON, a form or text, up to 1 MB. Answers 202 at once, and does the work behind it: its log tells what came of it. A call with the `webhook-id` or `idempotency-key` of an earlier one is taken once. Where the address has a secret, a call carries `webhook-id`, `webhook-timestamp` (seconds, at most 5 minutes from now) and `webhook-signature` as Standard Webhooks define them: `v1,` and the base64 of HMAC-SHA256 over `{id}.{timestamp}.{body}`.
         */
        post: operations["post_hooks_in_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/low-code-webhook/{id}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was sent to an incoming webhook, the newest first
         * @description Pass `next` as `after` for the next page. `failed` leaves out what was done.
         */
        get: operations["get_low_code_webhook_id_calls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/low-code-webhook/{id}/calls/{callId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A call with what was sent
         * @description What was sent is told to the owner of the webhook and to administrators, and kept for 90 days.
         */
        get: operations["get_low_code_webhook_id_calls_callId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/low-code-webhook/{id}/calls/{callId}/again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a call that failed done again
         * @description With what was sent, and where it went then.
         */
        post: operations["post_low_code_webhook_id_calls_callId_again"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/audit-log/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was sent to all incoming webhooks, the newest first
         * @description Searched by the name of the webhook. `status` leaves out the others.
         */
        get: operations["get_audit_log_webhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connector/call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file for an import (multipart: identifier, connector_id, function=upload, file)
         * @description Send `multipart/form-data`. The answer names the file for the next calls. The file is deleted a day after its import ends, or after a week.
         */
        post: operations["post_connector_call"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connector/reading/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop reading a file
         * @description Stops the analysis of an uploaded file. Nothing was imported yet.
         */
        post: operations["post_connector_reading_stop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connector/identifier": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start an import
         * @description The first of four calls: begin, upload, configure, import. `object` names a table to add records to.
         */
        post: operations["post_connector_identifier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connector/config-table": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * How a file would land: layout, fields with their fit, the first rows
         * @description Reads the whole file and proposes a type for each column, with how many values fit. Call it again with corrections; nothing is written.
         */
        post: operations["post_connector_config_table"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connector/import-table": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a file into a new table, or add its records to one that is there
         * @description Starts the import as an operation and answers at once. Follow it with `GET /connector/imports/{operationId}`; undo it with `POST /v3/undo/{id}`.
         */
        post: operations["post_connector_import_table"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connector/imports/{operationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far an import is, and what of its file it left out
         * @description State, rows done and left out, and why an import failed.
         */
        get: operations["get_connector_imports_operationId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connector/import-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Imports that were begun, the newest first: yours, those of a table, or all that you may see
         * @description What each brought and left out. An import is seen by its maker, by administrators, and by whoever may read the table that it went into.
         */
        get: operations["get_connector_import_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connector/imports/{operationId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop an import and keep the rows that are there
         * @description Records that were created stay. Undo removes them.
         */
        post: operations["post_connector_imports_operationId_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connector/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a wizard was told, and its imports
         * @description For a page that is opened again: the answers given so far, and the imports that were started with them.
         */
        get: operations["get_connector_imports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your preferences
         * @description All of them, by key.
         */
        get: operations["get_preferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/preferences/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a preference; null deletes it
         * @description A preference is any JSON of up to 16 kB.
         */
        put: operations["put_preferences_key"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/home": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was opened last, and the tables
         * @description What the home page shows for the caller.
         */
        get: operations["get_home"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/recents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remember that something was opened
         * @description Moves a table to the top of the recent list.
         */
        post: operations["post_recents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The apps that you may open, by name
         * @description Builders see their drafts as well; members see what is published.
         */
        get: operations["get_apps"];
        put?: never;
        /**
         * Make an app
         * @description It is a draft without blocks, which nobody but its builders sees until it is published.
         */
        post: operations["post_apps"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/apps/archived": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The apps in the trash that you may bring back, the last deleted first; at most 500
         * @description With who deleted them and when. `POST /v3/apps/{id}/restore` brings one back.
         */
        get: operations["get_apps_archived"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/apps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An app with its blocks and layouts
         * @description What members see; with `draft=true`, for who may change it, the draft.
         */
        get: operations["get_apps_id"];
        put?: never;
        post?: never;
        /**
         * Put an app into the trash
         * @description It comes back with `POST /v3/apps/{id}/restore`, or by undo.
         */
        delete: operations["delete_apps_id"];
        options?: never;
        head?: never;
        /**
         * Name an app, or change what it looks like
         * @description Send only what changes. A colour is cleared when a picture is set, and the other way.
         */
        patch: operations["patch_apps_id"];
        trace?: never;
    };
    "/v3/apps/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring an app back from the trash
         * @description With its blocks, its versions and what was published.
         */
        post: operations["post_apps_id_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/apps/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy an app
         * @description Its draft with all blocks, as an app of its own that is not published yet.
         */
        post: operations["post_apps_id_duplicate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/apps/{id}/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a block to the draft
         * @description Without a place it stands below everything. What it covers moves down. Types: `GET /api/openapi.json` lists their configurations.
         */
        post: operations["post_apps_id_blocks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/apps/{id}/blocks/{blockId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a block from the draft
         * @description The rows of a block that stood alone in them close.
         */
        delete: operations["delete_apps_id_blocks_blockId"];
        options?: never;
        head?: never;
        /**
         * Change parts of the configuration of a block
         * @description Parts that are given replace those that are there; null takes one away.
         */
        patch: operations["patch_apps_id_blocks_blockId"];
        trace?: never;
    };
    "/v3/apps/{id}/blocks/{blockId}/copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy a block of an app to another app or to a doc page
         * @description It stands below everything that is there, as large as it is in its app, with the configuration of the draft for who may change the app, else of what is published. In an app it joins the draft, and lets go of the blocks that it worked with. In a page each reader sees in it what they may see; blocks that work with others have no place there.
         */
        post: operations["post_apps_id_blocks_blockId_copy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/apps/{id}/layout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Move and size blocks
         * @description Send only the blocks that were moved. They stay where they are put; what they cover moves down.
         */
        put: operations["put_apps_id_layout"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/apps/{id}/bars": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Put bars around an app
         * @description A bar that is given replaces the one that is there, null removes it, an absent one stays. Members see it once the app is published.
         */
        put: operations["put_apps_id_bars"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/apps/{id}/bars/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose the logo of a bar
         * @description A small picture in the address itself; browsers of ours send 96 by 96. A bar without a logo is one whose `logo` is null.
         */
        put: operations["put_apps_id_bars_logo"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/apps/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let members see the draft
         * @description The draft as it is now becomes the next version.
         */
        post: operations["post_apps_id_publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/apps/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was published, the newest first
         * @description Each version can be put into the draft.
         */
        get: operations["get_apps_id_versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/apps/{id}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a version that was published into the draft
         * @description Members see it once it is published again. Undo brings the draft of before back.
         */
        post: operations["post_apps_id_versions_version_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/apps/{id}/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What the blocks of an app show
         * @description By the ids of the blocks, of those that show records; each by the rights of who asks, and an error of one is no error of others. With `Accept: application/x-ndjson` one line a block, as it is ready: `{"id": …, "answer": …}`.
         */
        post: operations["post_apps_id_query"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The folders, with what you may open in them
         * @description By name. `parentId` is the folder that one is in. Who cannot change folders sees those that hold something for them.
         */
        get: operations["get_folders"];
        put?: never;
        /**
         * Make a folder
         * @description A table or an app is in one folder: what the new one holds leaves the folder where it was.
         */
        post: operations["post_folders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/folders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a folder away
         * @description What it holds goes to the folder that it is in, or to the top. Undo brings it back.
         */
        delete: operations["delete_folders_id"];
        options?: never;
        head?: never;
        /**
         * Name a folder, move it, or say what it holds
         * @description Send only what changes. `tabs` replaces all of them; what you cannot open stays in it.
         */
        patch: operations["patch_folders_id"];
        trace?: never;
    };
    "/v3/favorites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your favorites, in your order
         * @description Those that you may still open, with their names. A record without a name has an empty label.
         */
        get: operations["get_favorites"];
        /**
         * Set your favorites
         * @description All of them, in their order. A record comes with the id of its table.
         */
        put: operations["put_favorites"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/doc-pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Doc pages, by title; at most 500
         * @description `search` finds words of titles and of the beginnings of texts; `archived=true` lists the trash.
         */
        get: operations["get_doc_pages"];
        put?: never;
        /**
         * Write a doc page
         * @description Without a content it is empty.
         */
        post: operations["post_doc_pages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/doc-pages/markdown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read Markdown as the text of a doc page
         * @description Nothing is written: the editor puts it in where it is pasted.
         */
        post: operations["post_doc_pages_markdown"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/doc-pages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A doc page with its text
         * @description With what you may do with it.
         */
        get: operations["get_doc_pages_id"];
        put?: never;
        post?: never;
        /**
         * Put a doc page into the trash
         * @description It comes back with `POST /v3/doc-pages/{id}/restore`, or by undo.
         */
        delete: operations["delete_doc_pages_id"];
        options?: never;
        head?: never;
        /**
         * Change a doc page
         * @description Send only what changes. The title and the icon are for who may do all with the page or began it, blocks for who builds. Each change is a version. With the `version` that you saw, a text that was changed since is not overwritten.
         */
        patch: operations["patch_doc_pages_id"];
        trace?: never;
    };
    "/v3/doc-pages/{id}/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The text of a doc page for those who write it together
         * @description A document of yjs whose fragment `default` the editor shows. `since` is the state vector of what is there (base64url): only what it lacks is answered.
         */
        get: operations["get_doc_pages_id_text"];
        put?: never;
        /**
         * Write a piece of the text of a doc page
         * @description An update of yjs. What others write meanwhile stays. What is sent twice counts once. With `endsVersion`, what is written next is another version; otherwise it is after five minutes of rest.
         */
        post: operations["post_doc_pages_id_text"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/doc-pages/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring a doc page back from the trash
         * @description With its text and its versions.
         */
        post: operations["post_doc_pages_id_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/doc-pages/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a doc page was, the newest first; at most 50 at once
         * @description Pass `next` as `before`. Each version can be read and put back.
         */
        get: operations["get_doc_pages_id_versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/doc-pages/{id}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put an earlier version of a doc page back
         * @description As a change of its own, which undo takes back. Who may write in the page and not name it brings back the text alone.
         */
        post: operations["post_doc_pages_id_versions_version_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/doc-pages/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A doc page as Markdown
         * @description As a file, with the title as its first heading.
         */
        get: operations["get_doc_pages_id_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public-view/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a form, a view or a doc page to strangers
         * @description The first time with the fields that it shows then; later with the address and the settings that it had. What names people, files or records of other tables is not shown.
         */
        post: operations["post_public_view_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public-view/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The public link of a form or a view
         * @description With its address, and how often it was opened and answered; 404 where there is none.
         */
        post: operations["post_public_view_get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public-view/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Shut a form or a view to strangers
         * @description Its address and settings are kept: `POST /public-view/create` opens it again.
         */
        post: operations["post_public_view_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/public-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public links of the tables and doc pages that you may share
         * @description With how often each was opened and answered, and whether all links of the organization are off.
         */
        get: operations["get_public_links"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/public-links/off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Shut all public links of the organization, or let each be as it was set
         * @description At once, for everybody. What each link is set to stays, and holds again when they are let on.
         */
        put: operations["put_public_links_off"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/public-links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A public link
         * @description With its address, its settings, and how often it was opened and answered.
         */
        get: operations["get_public_links_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change what a public link opens, and how
         * @description At once, and at the same address. Send only what changes. An empty password takes it away.
         */
        patch: operations["patch_public_links_id"];
        trace?: never;
    };
    "/v3/public-view/{id}/:share": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the address of a public link by e-mail
         * @description To 20 people at most, each alone. It says who sends it, and leads to the page.
         */
        post: operations["post_public_view_id__share"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a public link opens
         * @description A form with its questions, a list with its columns, an app with its blocks, or a doc page. Where it has a password, only that.
         */
        get: operations["get_public_token"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/public-form/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The fields of a public form
         * @description In their order, with a `page_break` where a page begins; for programs that draw it themselves.
         */
        get: operations["get_public_form_token"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/{token}/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say the password of a public link
         * @description Sets a cookie that opens this link alone, for eight hours or until the password is changed.
         */
        post: operations["post_public_token_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/{token}/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Records that a public link shows, as texts
         * @description Exactly the columns that it names, in their order, page by page. Of an app what each of its blocks shows, by its id.
         */
        post: operations["post_public_token_query"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/{token}/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a public form
         * @description Answers by the ids of their questions; others are not looked at. The same ticket makes one record, however often it is sent. What is wrong stands in `details.fields`, by question: `required`, `invalid` or `taken`.
         */
        post: operations["post_public_token_records"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/{token}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change an answer to a public form
         * @description All questions again: what is left out is emptied. What is wrong stands in `details.fields` as with a new answer.
         */
        put: operations["put_public_token_answer"];
        /**
         * Read an answer to a public form again
         * @description For who gave it, by what the form answered then. The questions are those of now.
         */
        post: operations["post_public_token_answer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/builder/create-app": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the AI builder can be asked
         * @description Which model the operator set, and whether the organization has switched AI on.
         */
        get: operations["get_builder_create_app"];
        put?: never;
        /**
         * Ask the AI builder for an app
         * @description A description of three words or more, and texts beside it. Answers at once: the proposal comes at `GET /builder/create-app/{id}`. Nothing is made before it is accepted.
         */
        post: operations["post_builder_create_app"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/builder/create-app/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far a proposal is
         * @description With the proposal once it is there, and with everything that was sent to the model.
         */
        get: operations["get_builder_create_app_id"];
        put?: never;
        post?: never;
        /**
         * Drop a proposal, or stop asking for one
         * @description Nothing was made of it.
         */
        delete: operations["delete_builder_create_app_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/builder/create-app/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a proposal, whole or without some of its parts
         * @description Makes it as one operation, which `POST /v3/undo/apps.{install}` takes back.
         */
        post: operations["post_builder_create_app_id_accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/template/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The templates that there are
         * @description Ours, and those of all organizations that the operator approved, by category, language and words. `featured` are those that we pick, `most_popular` the ten that were installed most.
         */
        post: operations["post_template_list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/template/category/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The categories of templates
         * @description In the order in which the gallery has them.
         */
        get: operations["get_template_category_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/template/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A template with what is in it
         * @description Its tables with their fields and first example records, and its apps.
         */
        get: operations["get_template_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/template/install": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Install a template
         * @description Makes its tables, views, example records and apps, and its automations as drafts of yours that are off, as one operation: follow it with `GET /template/install/{id}`, take it back with `POST /v3/undo/apps.{operation_id}`.
         */
        post: operations["post_template_install"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/template/install/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far an installation is
         * @description For who began it, and for administrators.
         */
        get: operations["get_template_install_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/template/my": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The templates that you made
         * @description By name. Nobody else sees them, until the operator has approved them for the gallery of all.
         */
        get: operations["get_template_my"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/template/save": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a template of a folder
         * @description Its tables with their views and, if asked for, up to 1,000 of their records each, its apps, and automations of its tables. No person, file or id goes along, and nothing that needs these; of automations neither functions nor addresses with what is sent there. With `id_template_old` it takes the place of one that was saved. It stands in the gallery of all organizations once the operator has approved it; with `publish: false` nobody is asked, and it stays yours alone.
         */
        post: operations["post_template_save"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/template/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a template of yours
         * @description It leaves the gallery as well; what was installed from it stays. Undo brings it back, for the operator to look at again.
         */
        post: operations["post_template_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/folders/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a folder like this one, with tables, views and apps of its own
         * @description Links among its tables lead to the new ones; what leads out of the folder, people and files stay behind. One operation, followed by `GET /template/install/{id}` and taken back by `POST /v3/undo/apps.{operation_id}`.
         */
        post: operations["post_folders_id_duplicate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/features": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The features of the plan
         * @description Which features the plan of the organization has, by their names.
         */
        get: operations["get_features"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/subscription/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The plan
         * @description The plan of the organization with its limits.
         */
        get: operations["get_subscription_current"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/subscription/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The plans that there are
         * @description The plans that have a price, in their order. Empty where the operator has no billing.
         */
        get: operations["get_subscription_plans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/account-usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was used this month
         * @description Automation runs, requests with API tokens, low-code in GB*s and AI credits of this month, in the zone of the organization, the records of its fullest table, each with the limit of the plan; and the bytes of its files.
         */
        get: operations["get_account_usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/account-usage/automations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Runs of each automation
         * @description How often each automation ran from one day to another, both counted; from the first of this month to today where none is named. Most runs first, at most 500.
         */
        get: operations["get_account_usage_automations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/mgt/resources/metrics/lowcode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What each function took
         * @description Calls of each function from one day to another, both counted, and what they took in GB*s; from the first of this month to today where none is named. What took most first, at most 500.
         */
        get: operations["get_mgt_resources_metrics_lowcode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/conversations/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find words in conversations that you hear
         * @description In their names and in what was said, threads included, the newest first; letters with and without accents are the same. `previous` tells that there is more: ask with it as `before`. The names are told with the first page.
         */
        post: operations["post_conversations_search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The conversations that you hear
         * @description Channels, private channels that you are in, direct messages, and the newest conversations of records that you spoke in or were mentioned in, with what you have not read.
         */
        get: operations["get_conversations"];
        put?: never;
        /**
         * Open a conversation
         * @description A channel that everybody hears, a private one for its members, or direct messages with `userId`, which are there once. That of a record is there without it.
         */
        post: operations["post_conversations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/conversations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A conversation
         * @description Of one that you do not hear it is said that there is none.
         */
        get: operations["get_conversations_id"];
        put?: never;
        post?: never;
        /**
         * Put a channel away
         * @description With all that was said in it. Undo brings it back.
         */
        delete: operations["delete_conversations_id"];
        options?: never;
        head?: never;
        /**
         * Name a channel, or say who is in it
         * @description Whoever made it and administrators; anybody may leave a private one.
         */
        patch: operations["patch_conversations_id"];
        trace?: never;
    };
    "/v3/conversations/{id}/mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Star or mute a conversation for yourself
         * @description Nobody else sees it.
         */
        put: operations["put_conversations_id_mine"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/conversations/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say how far you have read
         * @description It never goes back, and not past the last message. `threadId`: a thread that you are in.
         */
        post: operations["post_conversations_id_read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/conversations/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was said, oldest first
         * @description The newest without `before`, `after` and `around`, which are sequences. `thread` is the id of the message whose answers are asked for. `previous` and `next` tell that there is more: ask with `before` or `after`.
         */
        get: operations["get_conversations_id_messages"];
        put?: never;
        /**
         * Say something
         * @description With an `id` of your own a second try says it once. `threadId` answers a message. What is said of a record is a comment of it.
         */
        post: operations["post_conversations_id_messages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/conversations/{id}/messages/{messageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a message away
         * @description Your own; an administrator any that they hear.
         */
        delete: operations["delete_conversations_id_messages_messageId"];
        options?: never;
        head?: never;
        /**
         * Write your message anew
         * @description It says that it was edited.
         */
        patch: operations["patch_conversations_id_messages_messageId"];
        trace?: never;
    };
    "/v3/conversations/{id}/messages/{messageId}/resolved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Settle what was said of a doc page, or open it again
         * @description Whoever reads the page; a comment with its answers.
         */
        put: operations["put_conversations_id_messages_messageId_resolved"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/conversations/{id}/messages/{messageId}/reactions/{emoji}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add your sign to a message
         * @description One sign, such as a thumb.
         */
        put: operations["put_conversations_id_messages_messageId_reactions_emoji"];
        post?: never;
        /**
         * Take your sign from a message
         * @description One sign, such as a thumb.
         */
        delete: operations["delete_conversations_id_messages_messageId_reactions_emoji"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/conversations/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A conversation as Markdown
         * @description All that was said in it, as a file, oldest first, with the answers in threads as quotes.
         */
        get: operations["get_conversations_id_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/files/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How large files may be
         * @description Bytes of one file, and how many are left for files of the organization.
         */
        get: operations["get_files_limits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file, whole or resumable
         * @description Send `multipart/form-data` with one `file` for a file in one request. For one that goes on after a cut, send no body and the headers of the tus protocol 1.0.0: `Tus-Resumable`, `Upload-Length` and `Upload-Metadata: filename <base64>`; the answer’s `Location` takes the pieces. A file that no record takes within a day is deleted. A name has up to 255 bytes and is kept exactly.
         */
        post: operations["post_files"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/files/uploads/{upload}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where an upload stands
         * @description HEAD answers `Upload-Offset` and `Upload-Length`, as the tus protocol has it. `type` is empty until the file is whole.
         */
        get: operations["get_files_uploads_upload"];
        put?: never;
        post?: never;
        /**
         * End an upload
         * @description What came of it is deleted, also when it is whole; a file that a record has stays.
         */
        delete: operations["delete_files_uploads_upload"];
        options?: never;
        head?: never;
        /**
         * Send a piece of an upload
         * @description The bytes from `Upload-Offset` on, as `application/offset+octet-stream`. With `Upload-Checksum: sha256 <base64>` (or sha1) a piece counts only as a whole: a wrong one is answered with 460. Without it, what came before a cut is kept.
         */
        patch: operations["patch_files_uploads_upload"];
        trace?: never;
    };
    "/v3/files/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a file
         * @description Leads on (302) to a signed link that is good for some hours. Whoever may read a field that has the file may read it, at the moment of reading: the link ends with the right. A file is sent as an attachment, but for pictures that no browser runs anything of.
         */
        get: operations["get_files_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/files/{file}/thumbnail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A small picture of a file
         * @description Webp of at most 512 px a side, for whoever may read the file. Not found where the file is no picture that can be made small.
         */
        get: operations["get_files_file_thumbnail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/files/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Links to files of a field
         * @description Signed links to files in cells of one field, at most 1,000, each with one to its thumbnail where it is a picture. Files that the caller may not read are not among them.
         */
        post: operations["post_files_links"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/files/open/{link}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a link opens
         * @description Bytes of a file; `Range` is known. The link names who reads, and their right is asked for each time.
         */
        get: operations["get_files_open_link"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What you were told, newest first
         * @description Assignments, mentions in comments, tasks that others gave you, messages that mention you or are to you alone, the end of imports and long operations, and what automations say or that they failed. `title` is made of what you may see today: what you may not see has no name and no `link`. `unread` counts up to 100. What is put off until later is in no list but `snoozed`, and is not counted. `snoozedUntil` says when it comes again, `forwardedBy` who passed it on. The newest 200 are kept in reach.
         */
        get: operations["get_notifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/notifications/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a notification as read
         * @description One of your own; of another there is nothing to mark.
         */
        post: operations["post_notifications_id_read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/notifications/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark all your notifications as read
         * @description All that are there when it is called.
         */
        post: operations["post_notifications_read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/notifications/{id}/bookmark": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a notification at hand, or let it go
         * @description One of your own; of another there is nothing to keep.
         */
        post: operations["post_notifications_id_bookmark"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/notifications/mutes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What you want to hear nothing of
         * @description Kinds of notifications, tables, single records, and threads of conversations, of which you hear where you are named alone. What was told before stays.
         */
        get: operations["get_notifications_mutes"];
        /**
         * Say what you want to hear nothing of
         * @description All of it: what is left out is told again. It holds for what happens from then on.
         */
        put: operations["put_notifications_mutes"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/notifications/{id}/snooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a notification off until later
         * @description One of your own. Until then it is in no list but `snoozed`; then it is there again, unread, as the newest. Null has it there at once.
         */
        post: operations["post_notifications_id_snooze"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/notifications/{id}/forward": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whom a notification can be forwarded to
         * @description One of your own. At most 8 members whose name has `search`, in the order of their names, and whether each may open what it tells of.
         */
        get: operations["get_notifications_id_forward"];
        put?: never;
        /**
         * Forward a notification
         * @description One of your own, to a member who may open what it tells of. Each person gets it once. What they may open is asked again whenever they see it.
         */
        post: operations["post_notifications_id_forward"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user-settings/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your settings of notifications
         * @description For each kind whether it is told in the inbox (`user_mention_notification_tessera`), by mail (`..._email`) and by push (`..._push`); what the inbox does not tell, nothing tells. `user_notification_digest` is off, day or week, at an hour (0 to 23) and of a week on a day (0 for Sunday), in the time zone of the settings. An empty language or time zone is that of the organization. `sends_mail`: whether this installation sends mail.
         */
        get: operations["get_user_settings_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user-settings/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change one of your settings of notifications
         * @description It holds for what happens from then on.
         */
        post: operations["post_user_settings_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/notifications/push": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a browser needs to be told by push
         * @description `publicKey`: the key of this installation (RFC 8292), by which a browser subscribes. `endpoints`: the browsers of yours that are told.
         */
        get: operations["get_notifications_push"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Be told in this browser
         * @description `payload` is what the browser made by the key of the installation. A browser is one person’s: the last who subscribed. Each has ten at most; with another one the oldest is told no more.
         */
        post: operations["post_notifications_subscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Be told in this browser no more
         * @description One of your own; of another there is nothing to end.
         */
        post: operations["post_notifications_unsubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Outgoing mail, newest first
         * @description `sends`: whether this installation sends mail. Where it does not, mails are `held` and can be read here. What people are told of their own is listed where it is set aside alone. `aside`: mails that the server refuses, that failed too often, or of which nobody knows whether they were delivered.
         */
        get: operations["get_mails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/mails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a mail says
         * @description As it would be sent now. `contents` is null where what it tells of is gone, and for what somebody was told, which is theirs alone. A link to a new password is left out, but in a mail that is `held`.
         */
        get: operations["get_mails_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/mails/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a mail that was kept or set aside
         * @description One of which nobody knows whether it was delivered may come twice; it has the same Message-ID.
         */
        post: operations["post_mails_id_replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/historyLog/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What everybody did in the organization, newest first
         * @description One entry a command or operation, of people, tokens, imports and the installation: records, tables, fields, views, comments, people, invitations, roles and tokens. A page may have fewer entries than asked for and go on: pass `next` as `after`. `page` counts from 1; later pages than that are reached by `after`.
         */
        post: operations["post_historyLog_list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The Model Context Protocol: tables, records and automations as tools of an assistant
         * @description One JSON-RPC message a request, as Streamable HTTP without sessions has it. Give a program that speaks the protocol the address `https://your.server/api/mcp` and the header `Authorization: Bearer <token>`; it may do what the owner of the token may.
         */
        post: operations["post_mcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            error: {
                /** @description Names the request; quote it. */
                id: string;
                code: string;
                message: string;
                details?: unknown;
            };
        };
        McpMessage: {
            /** @constant */
            jsonrpc: "2.0";
            id?: string | number;
            method: string;
            params?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        Login: {
            token: string;
            email: string;
            profile_settings: {
                initial_url: string | null;
            };
            user: {
                id: string;
                name: string;
                email: string;
            };
            organization: {
                id: string;
                name: string;
            };
        };
        VerifySession: {
            verifySession: string;
        };
        Session: {
            user: {
                id: string;
                name: string;
                email: string;
                photo_url: string | null;
                /** @enum {string} */
                seat: "builder" | "member" | "viewer";
            };
            organization: {
                id: string;
                name: string;
                short_name: string;
                logo_customizado: string | null;
                locale_settings: {
                    language: string;
                    timezone: string;
                    currency_symbol: string;
                };
                hide_tables_for_member: boolean;
                member_upload_data_shortcut: boolean;
                fun_mode: boolean;
                /** @description When it, or all its data, is erased */
                delete_at: string | null;
                delete_kind: ("data" | "organization") | null;
            };
            role: {
                id: string;
                name: string;
                permissions: components["schemas"]["HeldPermissions"];
            };
            rights: {
                canViewApps: boolean;
                canCreateApps: boolean;
                canViewPages: boolean;
                canCreatePages: boolean;
                canViewTemplates: boolean;
                canManageWorkspaces: boolean;
                canReadHistory: boolean;
                canManageUsers: boolean;
                canManageRoles: boolean;
                canManageTokens: boolean;
                canManageProviders: boolean;
                canViewOrgSettings: boolean;
                canManageAutomations: boolean;
                canWriteFunctions: boolean;
                canManagePlan: boolean;
                canReadUsage: boolean;
                canUseChat: boolean;
                canViewConnectorPage: boolean;
                canReadMail: boolean;
                canViewTablesPages: boolean;
                canCreateTables: boolean;
                canViewTrash: boolean;
                canViewTasks: boolean;
                isBuilder: boolean;
                isAdmin: boolean;
            };
            baseUrl: string;
            /** @description What must be set up before anything else is answered */
            lacks: "second_factor" | null;
            viewAs: components["schemas"]["ViewAs"];
        };
        HeldPermissions: {
            admin: boolean;
            /** @constant */
            flags: known.Permissions["flags"];
            tables_enabled: {
                [key: string]: "view" | "edit" | "full";
            };
            tables_disabled: string[];
            dashboards_enabled: {
                [key: string]: "interact" | "full";
            };
            dashboards_disabled: string[];
            pages_enabled: {
                [key: string]: "view" | "edit" | "full";
            };
            pages_disabled: string[];
            doc_pages_enabled: {
                [key: string]: "view" | "edit" | "full";
            };
            doc_pages_disabled: string[];
        };
        /** @description As whom this session sees the workspace; null for as yourself */
        ViewAs: {
            /** @description The role, or that of the person */
            role: {
                id: string;
                name: string;
            };
            /** @description The person; null where it is a role */
            user: {
                id: string;
                name: string;
            } | null;
            /** Format: date-time */
            until: string;
        } | null;
        SignInProvider: {
            id: string;
            /** @enum {string} */
            kind: "oidc" | "google" | "microsoft" | "apple";
            name: string;
            at: string;
            issuer: string;
            client_id: string;
            has_secret: boolean;
            team_id: string;
            key_id: string;
            on: boolean;
            domains: string[];
            joins: boolean;
            role: string | null;
            seat: ("builder" | "member" | "viewer") | null;
            /** @description What the provider must know as the address to come back to */
            callback: string;
        };
        User: {
            id: string;
            name: string;
            email: string;
            photo_url: string | null;
            active: boolean;
            /** @description The person was forgotten: name and e-mail are empty */
            erased: boolean;
            /** @enum {string} */
            seat: "builder" | "member" | "viewer";
            role: {
                id: string;
                name: string;
            };
            /** @description Whether their login takes two steps; told to administrators alone */
            second_factor?: boolean;
        };
        Profile: {
            id: string;
            /** @description What others see on records and comments */
            display_name: string;
            photo_url: string | null;
            first_name: string;
            last_name: string;
            /** @description The address that the person signs in with */
            email: string;
            personal_email: string | null;
            phone: string | null;
        };
        Organization: {
            id: string;
            name: string;
            /** @description What it is called in addresses and when logging in */
            short_name: string;
            /** @description The address of its logo */
            logo_customizado: string | null;
            locale_settings: {
                language: string;
                timezone: string;
                currency_symbol: string;
            };
            /** @description Whether the AI builder may ask the model that the operator set */
            ai: boolean;
            /** @description Nobody has tasks */
            hideTasks: boolean;
            /** @description Whoever logs in with a password needs two-step login */
            org_mfa_required: boolean;
            /** @description People on a seat of a member see no tables in menus */
            hide_tables_for_member: boolean;
            /** @description People on a seat of a member find the import of a file in the menu */
            member_upload_data_shortcut: boolean;
            /** @description Something is celebrated now and then */
            fun_mode: boolean;
            /** @description Days of a week on which its people work, 1 is Monday */
            working_days: number[];
            /** @description Days on which nobody works */
            holidays: {
                /** Format: date */
                day: string;
                name: string;
            }[];
            /** @description Who is told by mail of what concerns the organization as a whole */
            important_emails: string[];
        };
        Erasure: {
            /** @enum {string} */
            kind: "data" | "organization";
            /**
             * Format: date-time
             * @description Nothing is erased before
             */
            delete_at: string;
            asked_by: {
                id: string;
                name: string;
            };
        };
        Help: {
            /** @default null */
            changelog: string | null;
            /** @default null */
            documentation: string | null;
            /** @default null */
            video_guides: string | null;
            /** @default [] */
            videos: {
                title: string;
                /** Format: uri */
                url: string;
            }[];
        };
        RolePermissions: {
            admin: boolean;
            /** @constant */
            flags: known.Permissions["flags"];
            tables_enabled: {
                [key: string]: components["schemas"]["TableRule"];
            };
            tables_disabled: string[];
            dashboards_enabled: {
                [key: string]: "interact" | "full";
            };
            dashboards_disabled: string[];
            pages_enabled: {
                [key: string]: "view" | "edit" | "full";
            };
            pages_disabled: string[];
            doc_pages_enabled: {
                [key: string]: "view" | "edit" | "full";
            };
            doc_pages_disabled: string[];
        };
        TableRule: ("view" | "edit" | "full") | {
            /** @enum {string} */
            access: "view" | "edit" | "full";
            /** @description Only records that match this filter are shown, wherever the table is; `{currentUser: true}` is the person who asks. Conditions are on fields of the records themselves, without links and without days that move. Where it cannot be told, for a field that is gone, no record is shown. Who has such a rule neither changes the fields of the table nor shares it by a link. */
            rows?: components["schemas"]["RowRule"];
            /** @description Fields that are not shown, wherever the table is. */
            hidden_fields?: string[];
            /** @description Fields that are shown and not changed. */
            read_only_fields?: string[];
        };
        RowRule: components["schemas"]["RowCondition"] | {
            and: components["schemas"]["RowRule4"][];
        } | {
            or: components["schemas"]["RowRule4"][];
        };
        RowCondition: {
            fieldId: string;
            part?: string;
            operator: string;
            value?: unknown;
        };
        RowRule4: components["schemas"]["RowCondition"] | {
            and: components["schemas"]["RowRule3"][];
        } | {
            or: components["schemas"]["RowRule3"][];
        };
        RowRule3: components["schemas"]["RowCondition"] | {
            and: components["schemas"]["RowRule2"][];
        } | {
            or: components["schemas"]["RowRule2"][];
        };
        RowRule2: components["schemas"]["RowCondition"] | {
            and: components["schemas"]["RowCondition"][];
        } | {
            or: components["schemas"]["RowCondition"][];
        };
        RolePermissionsWritten: {
            /** @description Is never taken: the admin role is there from the beginning */
            admin?: boolean;
            flags?: {
                [key: string]: 0 | 1;
            };
            tables_enabled?: {
                [key: string]: components["schemas"]["TableRule"];
            };
            tables_disabled?: string[];
            dashboards_enabled?: {
                [key: string]: "interact" | "full";
            };
            dashboards_disabled?: string[];
            pages_enabled?: {
                [key: string]: "view" | "edit" | "full";
            };
            pages_disabled?: string[];
            doc_pages_enabled?: {
                [key: string]: "view" | "edit" | "full";
            };
            doc_pages_disabled?: string[];
        };
        ApiToken: {
            id_api_token: string;
            name: string;
            /** @description 0 while it is switched off */
            ativo: 0 | 1;
            /** @description Whole when it is made; afterwards its last four characters */
            token: string;
            criado_em: string;
            /** @description When it was made, or last changed */
            atualizado_em: string;
            org_created_by: {
                id: string;
                name: string;
            };
            org_updated_by: {
                id: string;
                name: string;
            };
            /** @description From then on it does not work; null for no end */
            expires_at: string | null;
            /** @description What it may reach at most; null for whatever the person may who made it */
            scopes: components["schemas"]["ApiTokenScope"][] | null;
            /** @description To the minute; null for never */
            last_used_at: string | null;
        };
        ApiTokenScope: {
            /** @description The id of a table, or `*` for every table */
            table: string;
            /**
             * @description `view` reads, `edit` writes and deletes records as well, `full` also changes fields and the table
             * @enum {string}
             */
            access: "view" | "edit" | "full";
        };
        TableEntry: {
            id: string;
            label: string;
            icon: string;
            color: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @enum {string} */
            access: "view" | "edit" | "full";
        };
        Table: {
            id: string;
            label: string;
            icon: string;
            color: string;
            description: string;
            version: number;
            labelFieldId: string | null;
            uniqueFieldId: string | null;
            fields: components["schemas"]["Field"][];
            views: components["schemas"]["View"][];
            /** @description Rules about fields; those that ask of a field that you do not see are not told */
            conditionals: components["schemas"]["ConditionalRule"][];
            /** @description The form for new records; true where the table has none of its own */
            creationForm: true | {
                [key: string]: unknown;
            };
            /** @description The form for records that are there; true where there is none */
            updateForm: true | {
                [key: string]: unknown;
            };
            /** @enum {string} */
            access: "view" | "edit" | "full";
            rights: {
                canManageFieldsAndConfig: boolean;
                canCreateRecords: boolean;
                canEditRecords: boolean;
                canDeleteRecords: boolean;
                canManageViews: boolean;
                isReadOnly: boolean;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        Field: {
            id: string;
            name: string;
            type: string;
            props: components["schemas"]["FieldProps"];
            required: boolean;
            unique: boolean;
            description: string;
            default?: unknown;
            /**
             * @description Your role does not let you change its values.
             * @constant
             */
            readOnly?: true;
        };
        /** @constant */
        FieldProps: known.FieldProps;
        View: {
            id: string;
            type: string;
            label: string;
            personal: boolean;
            /** @description Rises with each change of the view; for `If-Match`. */
            version: number;
            /** @constant */
            config: known.ViewConfig;
        };
        ConditionalRule: {
            id: string;
            /** @enum {string} */
            action: "show" | "hide" | "require" | "read_only";
            fieldIds: string[];
            /** @enum {string} */
            match: "and" | "or";
            conditions: {
                fieldId: string;
                part?: string;
                operator: string;
                value?: unknown;
            }[];
            off?: boolean;
        };
        FieldInput: {
            /** @description A 26-character lower-case ULID. */
            id?: string;
            type: string;
            name: string;
            props?: components["schemas"]["FieldPropsInput"];
            required?: boolean;
            unique?: boolean;
            description?: string;
            /** @description The value with which new records begin where they say nothing of the field. In its place `props.default_current_user` begins with who creates the record, `props.default_now` with the day, moment or time of creation in the zone of the organization; a field has one of these. A default that is given takes the place of these properties. */
            default?: unknown;
        };
        /** @constant */
        FieldPropsInput: known.FieldPropsInput;
        TrashItem: {
            id: string;
            /**
             * @description Tables, for now.
             * @enum {string}
             */
            type: "table";
            label: string;
            icon: string;
            color: string;
            records: number;
            /** Format: date-time */
            archivedAt: string;
            /** @description The user; null where it is not known. */
            archivedBy: string | null;
        };
        /** @constant */
        ViewConfig: known.ViewConfig;
        /** @constant */
        Filter: known.Filter;
        FilterCondition: {
            fieldId: string;
            /** @description Of a field whose values have parts: the part that is meant, by its name in the value. */
            part?: string;
            operator: string;
            value?: unknown;
        };
        /** @constant */
        Filter4: known.Filter;
        /** @constant */
        Filter3: known.Filter;
        /** @constant */
        Filter2: known.Filter;
        Record: {
            id: string;
            version: number;
            /** @description Values by field id or name; empty ones are absent. A decimal is a number up to 15 digits and a text beyond, which loses nothing in a reader of floats; with ?numbers=text it is always a text. */
            fields: {
                [key: string]: unknown;
            };
            /** @description With texts=short: the fields whose texts are longer than what came. */
            cut?: string[];
            /** @description By field: how many links there are beyond the first 500 (`more`), how many of those that you cannot open (`hidden`), and whether the table of its records is in the trash (`tableInTrash`). */
            links?: {
                [key: string]: {
                    more?: number;
                    hidden?: number;
                    /** @constant */
                    tableInTrash?: true;
                };
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description Instead of whole records, all of them, where these would pass 4 MB. */
        RecordVersion: {
            id: string;
            version: number;
        };
        QueryFilter: components["schemas"]["FilterCondition"] | components["schemas"]["LinkedCondition"] | {
            and: components["schemas"]["QueryFilter4"][];
        } | {
            or: components["schemas"]["QueryFilter4"][];
        };
        LinkedCondition: {
            /** @description One to three link fields, each in the table that the one before it leads to, and a field at their end. */
            path: string[];
            /**
             * @description Whether one of the linked records is to match, each of them (one at least), or none; any by default.
             * @enum {string}
             */
            match?: "any" | "all" | "none";
            /** @description Of a field whose values have parts: the part that is meant, by its name in the value. */
            part?: string;
            operator: string;
            value?: unknown;
        };
        QueryFilter4: components["schemas"]["FilterCondition"] | components["schemas"]["LinkedCondition"] | {
            and: components["schemas"]["QueryFilter3"][];
        } | {
            or: components["schemas"]["QueryFilter3"][];
        };
        QueryFilter3: components["schemas"]["FilterCondition"] | components["schemas"]["LinkedCondition"] | {
            and: components["schemas"]["QueryFilter2"][];
        } | {
            or: components["schemas"]["QueryFilter2"][];
        };
        QueryFilter2: components["schemas"]["FilterCondition"] | components["schemas"]["LinkedCondition"] | {
            and: (components["schemas"]["FilterCondition"] | components["schemas"]["LinkedCondition"])[];
        } | {
            or: (components["schemas"]["FilterCondition"] | components["schemas"]["LinkedCondition"])[];
        };
        RecordGroup: {
            /** @description The outermost level of which a new value begins here: 0, or higher within the group before. With `under` that of the key. */
            begins: number;
            /** @description One value a level, as records have them; null for empty. Of a list one of its values, of a bucket its first day. Texts are the same whatever their case and accents: one of them stands here. */
            key: unknown[];
            /** @description Records of the group; there is at least one. A record whose field has several values is in the group of each. */
            count: number;
            values: {
                fieldId: string;
                /** @enum {string} */
                function: "count" | "filled" | "empty" | "percentFilled" | "distinct" | "sum" | "average" | "median" | "min" | "max" | "range" | "checked";
                value: number | string | null;
            }[];
        };
        Export: {
            /** @description The filter, the order and the visible fields of a view; `query` goes before it. */
            viewId?: string;
            /** @description What is exported; `fields` in the order of the columns. */
            query?: {
                filter?: components["schemas"]["QueryFilter"];
                search?: string;
                sort?: {
                    fieldId: string;
                    /** @description Of a field whose values have parts: the part that is meant, by its name in the value. */
                    part?: string;
                    /** @enum {string} */
                    order?: "asc" | "desc";
                }[];
                fields?: string[];
                /** @description With `under`: the levels that its values belong to. */
                groupBy?: {
                    fieldId: string;
                    /** @enum {string} */
                    order?: "asc" | "desc";
                    /** @description What the groups of this level are ordered by: their key, how many records they have, or one of `aggregates` by its place. Groups of as much stand by their keys. */
                    by?: ("key" | "count") | number;
                    /**
                     * @description Of a date or a time: the days that are one group, in the time zone and from the first day of the week of the organization.
                     * @enum {string}
                     */
                    bucket?: "day" | "week" | "month" | "quarter" | "year";
                }[];
                /** @description Only records beneath this key of a group. */
                under?: unknown[];
            };
            /** @enum {string} */
            format: "csv" | "xlsx" | "json";
            /**
             * @description Of a CSV file. Without it, a comma where decimals have a point in the language of the organization, else a semicolon.
             * @enum {string}
             */
            delimiter?: "comma" | "semicolon" | "tab";
        };
        Comment: {
            id: string;
            recordId: string;
            version: number;
            text: string;
            author: {
                id: string;
                name?: string;
            };
            /** @description Whom the text mentions as `<@id>`. */
            mentions: {
                id: string;
                name?: string;
            }[];
            /** Format: date-time */
            createdAt: string;
            editedAt: string | null;
            canChange: boolean;
            canDelete: boolean;
        };
        StageTime: {
            field_key: string;
            /** @description The name of the field. */
            name: string;
            option_id: string;
            /** @description The label of the option; empty for one that is no more. */
            field_value: string;
            /** @description Stays that ended. */
            ended: number;
            /** @description Stays that go on. */
            running: number;
            /** @description Seconds, of those that ended: half were shorter. */
            median: number | null;
            /** @description Seconds, of those that ended: nine of ten were shorter. */
            ninth: number | null;
        };
        Stay: {
            id: string;
            /** @description Who put the record into the option. */
            created_by: {
                id: string;
                name?: string;
            };
            field_key: string;
            /** @description The name of the field. */
            name: string;
            option_id: string;
            /** @description The label of the option; empty for one that is no more. */
            field_value: string;
            record_reference: string;
            record_title: string | null;
            /** Format: date-time */
            started_at: string;
            /** @description null: the stay goes on. */
            finished_at: string | null;
            /** @description Who ended it. */
            updated_by: {
                id: string;
                name?: string;
            } | null;
            /** @description When it is worth a warning, as a field that tells the time in this option says; null where none does. */
            warn_at: string | null;
            /** @description When it is late. */
            late_at: string | null;
        };
        Task: {
            id: string;
            title: string;
            description: string;
            /** @enum {string} */
            status: "open" | "doing" | "suggestion" | "done" | "ignored";
            /** @enum {string} */
            priority: "notPrioritized" | "low" | "medium" | "high" | "urgent";
            record: {
                tableId: string;
                recordId: string;
            } | null;
            owners: string[];
            followers: string[];
            createdAt: string;
            createdBy: string;
            startedAt: string | null;
            deadline: string | null;
            completedAt: string | null;
            completedBy: string | null;
            isCompleted: boolean;
            todos: {
                title: string;
                done: boolean;
            }[];
            parentId: string | null;
            recurrence: {
                /** @enum {string} */
                every: "daily" | "weekly" | "monthly" | "yearly";
                interval: number;
                days: number[];
                workingDays: boolean;
            } | null;
            reminders: {
                days: number;
                workingDays: boolean;
            }[];
            daysTaken: number | null;
            daysLate: number | null;
            files: {
                id: string;
                name: string;
                size: number;
                type: string;
                url: string;
            }[];
            canChange: boolean;
        };
        AutomationEntry: {
            id: string;
            label: string;
            trigger: {
                type: string;
                config: {
                    [key: string]: unknown;
                };
            };
            /** @description With whose rights it runs. */
            ownerId: string;
            enabled: boolean;
            /** @description `owner`, `given` or `broken`, where it went off by itself. */
            offReason: string | null;
            published: {
                version: number;
                at: string;
            } | null;
            /** @description Whether the draft differs from what is published. */
            changed: boolean;
            canChange: boolean;
            lastRun: {
                state: string;
                at: string;
            } | null;
            /** @description The last five runs failed. */
            failing: boolean;
        };
        Automation: {
            id: string;
            label: string;
            trigger: {
                type: string;
                config: {
                    [key: string]: unknown;
                };
            };
            /** @description With whose rights it runs. */
            ownerId: string;
            enabled: boolean;
            /** @description `owner`, `given` or `broken`, where it went off by itself. */
            offReason: string | null;
            published: {
                version: number;
                at: string;
            } | null;
            /** @description Whether the draft differs from what is published. */
            changed: boolean;
            canChange: boolean;
            steps: components["schemas"]["AutomationSteps"];
            revision: number;
            /** @description What keeps the draft from being published. */
            issues: {
                /** @description The id of the step, or `trigger`. */
                step: string;
                /** @description The part of its configuration. */
                field: string;
                code: string;
                /** @description What is named that is not there. */
                name?: string;
            }[];
        };
        AutomationSteps: {
            id: string;
            type: string;
            config: {
                [key: string]: unknown;
            };
            then?: {
                id: string;
                type: string;
                config: {
                    [key: string]: unknown;
                };
                then?: {
                    id: string;
                    type: string;
                    config: {
                        [key: string]: unknown;
                    };
                    then?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                    else?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                    each?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                }[];
                else?: {
                    id: string;
                    type: string;
                    config: {
                        [key: string]: unknown;
                    };
                    then?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                    else?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                    each?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                }[];
                each?: {
                    id: string;
                    type: string;
                    config: {
                        [key: string]: unknown;
                    };
                    then?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                    else?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                    each?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                }[];
            }[];
            else?: {
                id: string;
                type: string;
                config: {
                    [key: string]: unknown;
                };
                then?: {
                    id: string;
                    type: string;
                    config: {
                        [key: string]: unknown;
                    };
                    then?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                    else?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                    each?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                }[];
                else?: {
                    id: string;
                    type: string;
                    config: {
                        [key: string]: unknown;
                    };
                    then?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                    else?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                    each?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                }[];
                each?: {
                    id: string;
                    type: string;
                    config: {
                        [key: string]: unknown;
                    };
                    then?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                    else?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                    each?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                }[];
            }[];
            each?: {
                id: string;
                type: string;
                config: {
                    [key: string]: unknown;
                };
                then?: {
                    id: string;
                    type: string;
                    config: {
                        [key: string]: unknown;
                    };
                    then?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                    else?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                    each?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                }[];
                else?: {
                    id: string;
                    type: string;
                    config: {
                        [key: string]: unknown;
                    };
                    then?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                    else?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                    each?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                }[];
                each?: {
                    id: string;
                    type: string;
                    config: {
                        [key: string]: unknown;
                    };
                    then?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                    else?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                    each?: {
                        id: string;
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                        then?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        else?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                        each?: {
                            id: string;
                            type: string;
                            config: {
                                [key: string]: unknown;
                            };
                        }[];
                    }[];
                }[];
            }[];
        }[];
        AutomationRun: {
            id: string;
            automationId: string;
            label: string;
            version: number;
            /** @enum {string} */
            state: "running" | "waiting" | "done" | "failed" | "stopped";
            cause: {
                /** @description record, schedule, webhook, manual or rerun. */
                kind: string;
                eventId: string;
                commitId: string | null;
                /** @description Of a change by an automation: the run that made it. */
                operationId: string | null;
                origin: string;
                actorId: string | null;
                depth: number;
                /** @description The run that this one repeats. */
                runId: string | null;
                at: string;
            };
            tableId: string | null;
            recordId: string | null;
            startedAt: string;
            endedAt: string | null;
            /** @description Steps that came to their end. */
            done: number;
            code: string | null;
            /** @description In English; a program goes by the code. */
            reason: string | null;
            failedStep: string | null;
        };
        AutomationRunDetail: {
            id: string;
            automationId: string;
            label: string;
            version: number;
            /** @enum {string} */
            state: "running" | "waiting" | "done" | "failed" | "stopped";
            cause: {
                /** @description record, schedule, webhook, manual or rerun. */
                kind: string;
                eventId: string;
                commitId: string | null;
                /** @description Of a change by an automation: the run that made it. */
                operationId: string | null;
                origin: string;
                actorId: string | null;
                depth: number;
                /** @description The run that this one repeats. */
                runId: string | null;
                at: string;
            };
            tableId: string | null;
            recordId: string | null;
            startedAt: string;
            endedAt: string | null;
            /** @description Steps that came to their end. */
            done: number;
            code: string | null;
            /** @description In English; a program goes by the code. */
            reason: string | null;
            failedStep: string | null;
            trigger: {
                type: string;
                config: {
                    [key: string]: unknown;
                };
            };
            /** @description The steps of its version. */
            program: components["schemas"]["AutomationSteps"];
            /** @description What it was started with. Null for who may not read it. */
            given: unknown;
            /** @description What went in and came out is its owner’s to read. */
            hidden: boolean;
            canRerun: boolean;
            steps: {
                id: string;
                /** @description Within loops with the place of the item: `send@2`. */
                path: string;
                /** @enum {string} */
                state: "begun" | "delayed" | "answered" | "done" | "failed";
                attempts: number;
                at: string;
                until: string | null;
                input: unknown;
                output: unknown;
                error: {
                    code: string;
                    reason: string;
                } | null;
            }[];
        };
        RunQuestion: {
            /** @description Of the automation. */
            label: string;
            text: string;
            /** @enum {string} */
            state: "open" | "closed";
            askedAt: string;
            until: string | null;
            tableId: string | null;
            recordId: string | null;
            answer: {
                approved: boolean;
                userId: string | null;
                note: string;
            } | null;
        };
        AutomationHook: {
            /** @description Whoever has it starts the automation, and the secret where one is asked for. */
            url: string;
            /** @description What came last, kept for 90 days to try it with. */
            lastCall: {
                at: string;
                body: unknown;
                headers: {
                    [key: string]: string;
                };
                query: {
                    [key: string]: unknown;
                };
            } | null;
            /** @description Calls must be signed as Standard Webhooks are: others are refused with 401. */
            signed: boolean;
            /** @description Until then the secret of before is good as well. */
            oldSecretUntil: string | null;
        };
        AutomationHookWithSecret: {
            /** @description Whoever has it starts the automation, and the secret where one is asked for. */
            url: string;
            /** @description What came last, kept for 90 days to try it with. */
            lastCall: {
                at: string;
                body: unknown;
                headers: {
                    [key: string]: string;
                };
                query: {
                    [key: string]: unknown;
                };
            } | null;
            /** @description Calls must be signed as Standard Webhooks are: others are refused with 401. */
            signed: boolean;
            /** @description Until then the secret of before is good as well. */
            oldSecretUntil: string | null;
            /** @description Keep it: it is shown in this answer only. */
            secret: string;
        };
        WebhookEntry: {
            id: string;
            label: string;
            url: string;
            tableId: string;
            events: ("created" | "updated" | "deleted")[];
            fieldIds: string[];
            active: boolean;
            /** @description `owner`, `table` or `kept` (paused for 7 days), where it went off by itself. */
            offReason: string | null;
            /** @description It keeps what it has to tell until it is switched on again, or for 7 days. */
            paused: {
                at: string;
                /** @description `exhausted` (8 tries in 24 hours), `gone` (410) or `address`. */
                reason: string;
                /** @description What was answered last; null where nothing was. */
                status: number | null;
                code: string | null;
            } | null;
            /** @description With whose rights records are read that it tells of. */
            ownerId: string;
            canChange: boolean;
            /** @description Deliveries that wait, counted up to 1000. */
            waiting: number;
            /** @description The newest event that it tells of. */
            lastDelivery: {
                at: string;
                state: string;
                status: number | null;
            } | null;
            revision: number;
        };
        WebhookWithSecret: {
            id: string;
            label: string;
            url: string;
            tableId: string;
            events: ("created" | "updated" | "deleted")[];
            fieldIds: string[];
            active: boolean;
            /** @description `owner`, `table` or `kept` (paused for 7 days), where it went off by itself. */
            offReason: string | null;
            /** @description It keeps what it has to tell until it is switched on again, or for 7 days. */
            paused: {
                at: string;
                /** @description `exhausted` (8 tries in 24 hours), `gone` (410) or `address`. */
                reason: string;
                /** @description What was answered last; null where nothing was. */
                status: number | null;
                code: string | null;
            } | null;
            /** @description With whose rights records are read that it tells of. */
            ownerId: string;
            canChange: boolean;
            /** @description Deliveries that wait, counted up to 1000. */
            waiting: number;
            /** @description The newest event that it tells of. */
            lastDelivery: {
                at: string;
                state: string;
                status: number | null;
            } | null;
            revision: number;
            oldSecretUntil: string | null;
            /** @description Keep it: it is shown in this answer only. */
            secret: string;
        };
        Webhook: {
            id: string;
            label: string;
            url: string;
            tableId: string;
            events: ("created" | "updated" | "deleted")[];
            fieldIds: string[];
            active: boolean;
            /** @description `owner`, `table` or `kept` (paused for 7 days), where it went off by itself. */
            offReason: string | null;
            /** @description It keeps what it has to tell until it is switched on again, or for 7 days. */
            paused: {
                at: string;
                /** @description `exhausted` (8 tries in 24 hours), `gone` (410) or `address`. */
                reason: string;
                /** @description What was answered last; null where nothing was. */
                status: number | null;
                code: string | null;
            } | null;
            /** @description With whose rights records are read that it tells of. */
            ownerId: string;
            canChange: boolean;
            /** @description Deliveries that wait, counted up to 1000. */
            waiting: number;
            /** @description The newest event that it tells of. */
            lastDelivery: {
                at: string;
                state: string;
                status: number | null;
            } | null;
            revision: number;
            /** @description Until then the secret of before signs as well. */
            oldSecretUntil: string | null;
        };
        WebhookDelivery: {
            /** @description The `webhook-id`: the same at each try. */
            id: string;
            /** @description record.created, record.updated or record.deleted. */
            type: string;
            recordId: string;
            /** @description Empty where it has no name that you may see. */
            recordLabel: string;
            sequence: number;
            /** @description When it happened. */
            at: string;
            /** @enum {string} */
            state: "waiting" | "delivered" | "failed";
            /** @description All of them. It is tried 8 times in 24 hours. */
            tries: number;
            triedAt: string | null;
            /** @description When it is tried again; null for its turn, or not at all. */
            nextAt: string | null;
            /** @description What was answered last; null where nothing was. */
            status: number | null;
            /** @description Why nothing was answered. */
            code: string | null;
            tookMs: number | null;
        };
        WebhookDeliveryDetail: {
            /** @description The `webhook-id`: the same at each try. */
            id: string;
            /** @description record.created, record.updated or record.deleted. */
            type: string;
            recordId: string;
            /** @description Empty where it has no name that you may see. */
            recordLabel: string;
            sequence: number;
            /** @description When it happened. */
            at: string;
            /** @enum {string} */
            state: "waiting" | "delivered" | "failed";
            /** @description All of them. It is tried 8 times in 24 hours. */
            tries: number;
            triedAt: string | null;
            /** @description When it is tried again; null for its turn, or not at all. */
            nextAt: string | null;
            /** @description What was answered last; null where nothing was. */
            status: number | null;
            /** @description Why nothing was answered. */
            code: string | null;
            tookMs: number | null;
            /** @description What is sent is its owner’s to read. */
            hidden: boolean;
            /** @description What is sent, byte for byte. Null after 30 days. */
            body: string | null;
            /** @description The first 2,000 characters of the last answer. */
            answer: string | null;
        };
        LowCodeFunctionEntry: {
            id: string;
            label: string;
            /** @enum {string} */
            language: "javascript" | "python" | "php" | "dotNet";
            active: boolean;
            isAsync: boolean;
            /** @description What of the records of a table starts it; null for a plain function. */
            trigger: {
                event: ("beforeInsert" | "beforeUpdate" | "beforeDelete" | "afterInsert" | "afterUpdate" | "afterDelete")[];
                related_table: string;
            } | null;
            ownerId: string;
            canChange: boolean;
            createdBy: string;
            updatedBy: string;
            createdAt: string;
            updatedAt: string;
            /** @description The version that is called; 0 before the first one. */
            version: number;
            usage: {
                month: string;
                calls: number;
                /** @description GB*s: peak memory times time. */
                units: number;
            };
            lastCall: {
                at: string;
                /** @enum {string} */
                state: "done" | "failed";
                code: string | null;
            } | null;
            revision: number;
        };
        LowCodeFunction: {
            id: string;
            label: string;
            /** @enum {string} */
            language: "javascript" | "python" | "php" | "dotNet";
            active: boolean;
            isAsync: boolean;
            /** @description What of the records of a table starts it; null for a plain function. */
            trigger: {
                event: ("beforeInsert" | "beforeUpdate" | "beforeDelete" | "afterInsert" | "afterUpdate" | "afterDelete")[];
                related_table: string;
            } | null;
            ownerId: string;
            canChange: boolean;
            createdBy: string;
            updatedBy: string;
            createdAt: string;
            updatedAt: string;
            /** @description The version that is called; 0 before the first one. */
            version: number;
            usage: {
                month: string;
                calls: number;
                /** @description GB*s: peak memory times time. */
                units: number;
            };
            lastCall: {
                at: string;
                /** @enum {string} */
                state: "done" | "failed";
                code: string | null;
            } | null;
            revision: number;
            sourceCode: string;
            /** @description The names of its secrets. Their values are in no answer. */
            secrets: string[];
        };
        LowCodeFunctionVersion: {
            version: number;
            note: string;
            language: string;
            isAsync: boolean;
            restoredVersion: number | null;
            at: string;
            by: string;
            sourceCode: string;
        };
        LowCodeFunctionCall: {
            /** @enum {string} */
            state: "done" | "failed";
            output: unknown;
            error: {
                code: string;
                reason: string;
            } | null;
            logs: {
                level: string;
                text: string;
                at: string;
            }[];
            tookMs: number;
            peakBytes: number;
            units: number;
        };
        LowCodePastCall: {
            /** @description How many calls the function had, with this one. */
            number: number;
            /** @description When it ended. */
            at: string;
            /** @enum {string} */
            kind: "test" | "run" | "step" | "webhook" | "trigger";
            /** @description Who called: the person of a test or run, the run of a step, the incoming webhook, or the table of a trigger. */
            callerId: string;
            /** @description Of a trigger: its event. */
            trigger: string | null;
            /** @description 0 of code that was not saved. */
            version: number;
            /** @enum {string} */
            state: "done" | "failed";
            code: string | null;
            tookMs: number;
            peakBytes: number;
            units: number;
        };
        LowCodePastCallDetail: {
            /** @description How many calls the function had, with this one. */
            number: number;
            /** @description When it ended. */
            at: string;
            /** @enum {string} */
            kind: "test" | "run" | "step" | "webhook" | "trigger";
            /** @description Who called: the person of a test or run, the run of a step, the incoming webhook, or the table of a trigger. */
            callerId: string;
            /** @description Of a trigger: its event. */
            trigger: string | null;
            /** @description 0 of code that was not saved. */
            version: number;
            /** @enum {string} */
            state: "done" | "failed";
            code: string | null;
            tookMs: number;
            peakBytes: number;
            units: number;
            /** @description What went in and came out is its owner’s to read. */
            hidden: boolean;
            /** @description With secrets hidden. Null after 30 days. */
            kept: {
                input: unknown;
                output: unknown;
                reason: string | null;
                logs: {
                    level: string;
                    text: string;
                    at: string;
                }[];
                /** @description Some of it was larger than 32 KB, and is not kept. */
                cut: boolean;
            } | null;
        };
        IncomingWebhookEntry: {
            id: string;
            name: string;
            active: boolean;
            tableId: string | null;
            functionId: string | null;
            /** @description The end of its address, the rest hidden. */
            token: string;
            /** @description With whose rights records are added and functions called. */
            ownerId: string;
            canChange: boolean;
            createdBy: string;
            updatedBy: string;
            createdAt: string;
            updatedAt: string;
            revision: number;
        };
        IncomingWebhook: {
            id: string;
            name: string;
            active: boolean;
            tableId: string | null;
            functionId: string | null;
            /** @description The end of its address, the rest hidden. */
            token: string;
            /** @description With whose rights records are added and functions called. */
            ownerId: string;
            canChange: boolean;
            createdBy: string;
            updatedBy: string;
            createdAt: string;
            updatedAt: string;
            revision: number;
            /** @description For its owner and administrators: whoever has it may send. */
            url: string | null;
            /** @description What came last, kept for 90 days to try it with. */
            lastCall: {
                at: string;
                body: unknown;
                headers: {
                    [key: string]: string;
                };
                query: {
                    [key: string]: unknown;
                };
            } | null;
            /** @description Calls must be signed as Standard Webhooks are: others are refused with 401. */
            signed: boolean;
            /** @description Until then the secret of before is good as well. */
            oldSecretUntil: string | null;
        };
        IncomingWebhookWithSecret: {
            id: string;
            name: string;
            active: boolean;
            tableId: string | null;
            functionId: string | null;
            /** @description The end of its address, the rest hidden. */
            token: string;
            /** @description With whose rights records are added and functions called. */
            ownerId: string;
            canChange: boolean;
            createdBy: string;
            updatedBy: string;
            createdAt: string;
            updatedAt: string;
            revision: number;
            /** @description For its owner and administrators: whoever has it may send. */
            url: string | null;
            /** @description What came last, kept for 90 days to try it with. */
            lastCall: {
                at: string;
                body: unknown;
                headers: {
                    [key: string]: string;
                };
                query: {
                    [key: string]: unknown;
                };
            } | null;
            /** @description Calls must be signed as Standard Webhooks are: others are refused with 401. */
            signed: boolean;
            /** @description Until then the secret of before is good as well. */
            oldSecretUntil: string | null;
            /** @description Keep it: it is shown in this answer only. */
            secret: string;
        };
        IncomingWebhookTest: {
            /** @enum {string} */
            state: "done" | "failed";
            output: unknown;
            error: {
                code: string;
                reason: string;
            } | null;
        };
        IncomingWebhookCall: {
            id: string;
            at: string;
            /** @enum {string} */
            state: "waiting" | "done" | "failed";
            tableId: string | null;
            functionId: string | null;
            /** @description The record that it added. */
            recordId: string | null;
            /** @description Empty where it has no name that you may see. */
            recordLabel: string;
            code: string | null;
            reason: string | null;
            endedAt: string | null;
        };
        IncomingWebhookCallDetail: {
            id: string;
            at: string;
            /** @enum {string} */
            state: "waiting" | "done" | "failed";
            tableId: string | null;
            functionId: string | null;
            /** @description The record that it added. */
            recordId: string | null;
            /** @description Empty where it has no name that you may see. */
            recordLabel: string;
            code: string | null;
            reason: string | null;
            endedAt: string | null;
            /** @description What was sent is its owner’s to read. */
            hidden: boolean;
            /** @description What was sent and from where, and what the function answered. Null after 90 days. */
            sent: {
                body: unknown;
                headers: {
                    [key: string]: string;
                };
                query: {
                    [key: string]: unknown;
                };
                from: string;
                output: unknown;
            } | null;
        };
        WebhookAuditRow: {
            id: string;
            createdAt: string;
            /** @enum {string} */
            status: "waiting" | "successful" | "failed";
            /** @description Why it failed; null where it did not. */
            actionName: string | null;
            webhookId: string;
            webhookName: string;
            /** @description The end of its address, the rest hidden. */
            webhookToken: string;
            /** @enum {string} */
            actionType: "record" | "function";
            /** @description What the table or function is called, where you may know. */
            actionRelatedTo: string;
            /** @description The record that it added. */
            actionRelationship: string | null;
            tableId: string | null;
            functionId: string | null;
        };
        /** @constant */
        ImportFieldPropsInput: known.FieldPropsInput;
        Schema: unknown;
        AppEntry: {
            id: string;
            label: string;
            icon: string | null;
            color: string | null;
            /** @enum {string} */
            access: "interact" | "full";
            published: boolean;
        };
        ArchivedApp: {
            id: string;
            label: string;
            icon: string | null;
            color: string | null;
            deletedAt: string;
            /** @description The user */
            deletedBy: string;
        };
        App: {
            id: string;
            label: string;
            icon: string | null;
            color: string | null;
            /** @enum {string} */
            access: "interact" | "full";
            rights: {
                canCreateBlocks: boolean;
                canEditBlocks: boolean;
                canDeleteBlocks: boolean;
                fullControl: boolean;
                /** @description Whether one may open it to strangers */
                canShare: boolean;
            };
            /** @description Whether this is the draft, or what members see */
            draft: boolean;
            revision: number;
            /** @description Whether the draft differs from what is published */
            changed: boolean;
            published: {
                version: number;
                at: string;
            } | null;
            components: components["schemas"]["AppBlock"][];
            layouts: {
                desktop: {
                    components: {
                        id: string;
                        x: number;
                        y: number;
                        w: number;
                        h: number;
                    }[];
                };
                mobile: {
                    enabled: boolean;
                    components: {
                        id: string;
                        x: number;
                        y: number;
                        w: number;
                        h: number;
                    }[];
                };
            };
            tabletFollowsMobileLayout: boolean;
            disableDesktopScrolling: boolean;
            bgColor: string | null;
            bgImage: string | null;
            font: string | null;
            bundleConfig: {
                top_bar: components["schemas"]["TopBar"] | null;
                bottom_nav: components["schemas"]["BottomNav"] | null;
                menu_bar: components["schemas"]["MenuBar"] | null;
            };
            /** @description Whether strangers may open it */
            active: boolean;
            publicShowAppTitle: boolean;
            publicShowTopBarWithLogo: boolean;
        };
        AppBlock: {
            id: string;
            config: {
                type: string;
            } & {
                [key: string]: unknown;
            };
        };
        TopBar: {
            bg_color?: ("blue" | "amber" | "teal" | "rose" | "lime" | "violet" | "orange" | "indigo" | "olive" | "cyan" | "pink" | "green" | "neutral") | null;
            /**
             * @default left
             * @enum {string}
             */
            align_items: "left" | "center" | "right";
            /**
             * @default with_tabs_icons
             * @enum {string}
             */
            items_variant: "with_tabs_icons" | "no_icon" | "custom_icon" | "lower_bar" | "select";
            items: {
                id: string;
                custom_color?: ("blue" | "amber" | "teal" | "rose" | "lime" | "violet" | "orange" | "indigo" | "olive" | "cyan" | "pink" | "green" | "neutral") | null;
                custom_icon?: string | null;
            }[];
            /**
             * @default {
             *       "chat": true,
             *       "tasks": true,
             *       "apps": true
             *     }
             */
            shortcuts: {
                chat?: boolean;
                tasks?: boolean;
                apps?: boolean;
                settings?: boolean;
                favorites?: boolean;
                notifications?: boolean;
                invite_users?: boolean;
                jump_in?: boolean;
            };
            /** @description The one that the bar has, or null. Another is chosen by `PUT /v3/apps/{id}/bars/logo`. */
            logo?: string | null;
            /** @default true */
            show_login_button: boolean;
        };
        BottomNav: {
            items: {
                id: string;
                /** @enum {string} */
                type: "app" | "link" | "record" | "addRecord";
                target: string;
                record_table?: string;
                label: string;
                icon: string;
            }[];
            bg_color?: ("blue" | "amber" | "teal" | "rose" | "lime" | "violet" | "orange" | "indigo" | "olive" | "cyan" | "pink" | "green" | "neutral") | null;
            /** @default false */
            only_show_on_mobile: boolean;
        };
        MenuBar: {
            /** @default  */
            title: string;
            items: ({
                id: string;
                /** @constant */
                type: "app";
                app_id: string;
            } | {
                id: string;
                /** @constant */
                type: "table";
                table_id: string;
            } | {
                id: string;
                /** @constant */
                type: "favorites";
            } | {
                id: string;
                /** @constant */
                type: "workspace";
                item_id: string;
            } | {
                id: string;
                /** @constant */
                type: "chat_channel";
                item_id: string;
            } | {
                id: string;
                /** @constant */
                type: "folder";
                folder_config: {
                    name: string;
                    /** @default true */
                    is_collapsable: boolean;
                };
            } | {
                id: string;
                /** @constant */
                type: "folder_end";
                folder_end_for: string;
            })[];
            /** @enum {string} */
            top_bg_color: "blue" | "amber" | "teal" | "rose" | "lime" | "violet" | "orange" | "indigo" | "olive" | "cyan" | "pink" | "green" | "neutral";
            /** @enum {string} */
            bottom_bg_color: "blue" | "amber" | "teal" | "rose" | "lime" | "violet" | "orange" | "indigo" | "olive" | "cyan" | "pink" | "green" | "neutral";
            /** @description The one that the bar has, or null. Another is chosen by `PUT /v3/apps/{id}/bars/logo`. */
            logo?: string | null;
            /** @default {} */
            shortcuts: {
                create_new?: boolean;
                jump_in?: boolean;
                invite_users?: boolean;
                apps?: boolean;
                favorites?: boolean;
                chat?: boolean;
                notifications?: boolean;
                settings?: boolean;
                upload_data?: boolean;
                all_tables?: boolean;
                all_app_pages?: boolean;
                refresh?: boolean;
                recovery?: boolean;
                show_all?: boolean;
                login?: boolean;
            };
            /** @default false */
            allow_hide_menu: boolean;
            /** @default false */
            show_when_hovered: boolean;
            /** @default true */
            show_app_icons: boolean;
            /** @default false */
            large_icons: boolean;
        };
        TopBarInput: {
            bg_color?: ("blue" | "amber" | "teal" | "rose" | "lime" | "violet" | "orange" | "indigo" | "olive" | "cyan" | "pink" | "green" | "neutral") | null;
            /**
             * @default left
             * @enum {string}
             */
            align_items?: "left" | "center" | "right";
            /**
             * @default with_tabs_icons
             * @enum {string}
             */
            items_variant?: "with_tabs_icons" | "no_icon" | "custom_icon" | "lower_bar" | "select";
            items: {
                id: string;
                custom_color?: ("blue" | "amber" | "teal" | "rose" | "lime" | "violet" | "orange" | "indigo" | "olive" | "cyan" | "pink" | "green" | "neutral") | null;
                custom_icon?: string | null;
            }[];
            /**
             * @default {
             *       "chat": true,
             *       "tasks": true,
             *       "apps": true
             *     }
             */
            shortcuts?: {
                chat?: boolean;
                tasks?: boolean;
                apps?: boolean;
                settings?: boolean;
                favorites?: boolean;
                notifications?: boolean;
                invite_users?: boolean;
                jump_in?: boolean;
            };
            /** @description The one that the bar has, or null. Another is chosen by `PUT /v3/apps/{id}/bars/logo`. */
            logo?: string | null;
            /** @default true */
            show_login_button?: boolean;
        };
        BottomNavInput: {
            items: {
                id: string;
                /** @enum {string} */
                type: "app" | "link" | "record" | "addRecord";
                target: string;
                record_table?: string;
                label: string;
                icon: string;
            }[];
            bg_color?: ("blue" | "amber" | "teal" | "rose" | "lime" | "violet" | "orange" | "indigo" | "olive" | "cyan" | "pink" | "green" | "neutral") | null;
            /** @default false */
            only_show_on_mobile?: boolean;
        };
        MenuBarInput: {
            /** @default  */
            title?: string;
            items: ({
                id: string;
                /** @constant */
                type: "app";
                app_id: string;
            } | {
                id: string;
                /** @constant */
                type: "table";
                table_id: string;
            } | {
                id: string;
                /** @constant */
                type: "favorites";
            } | {
                id: string;
                /** @constant */
                type: "workspace";
                item_id: string;
            } | {
                id: string;
                /** @constant */
                type: "chat_channel";
                item_id: string;
            } | {
                id: string;
                /** @constant */
                type: "folder";
                folder_config: {
                    name: string;
                    /** @default true */
                    is_collapsable?: boolean;
                };
            } | {
                id: string;
                /** @constant */
                type: "folder_end";
                folder_end_for: string;
            })[];
            /** @enum {string} */
            top_bg_color: "blue" | "amber" | "teal" | "rose" | "lime" | "violet" | "orange" | "indigo" | "olive" | "cyan" | "pink" | "green" | "neutral";
            /** @enum {string} */
            bottom_bg_color: "blue" | "amber" | "teal" | "rose" | "lime" | "violet" | "orange" | "indigo" | "olive" | "cyan" | "pink" | "green" | "neutral";
            /** @description The one that the bar has, or null. Another is chosen by `PUT /v3/apps/{id}/bars/logo`. */
            logo?: string | null;
            /** @default {} */
            shortcuts?: {
                create_new?: boolean;
                jump_in?: boolean;
                invite_users?: boolean;
                apps?: boolean;
                favorites?: boolean;
                chat?: boolean;
                notifications?: boolean;
                settings?: boolean;
                upload_data?: boolean;
                all_tables?: boolean;
                all_app_pages?: boolean;
                refresh?: boolean;
                recovery?: boolean;
                show_all?: boolean;
                login?: boolean;
            };
            /** @default false */
            allow_hide_menu?: boolean;
            /** @default false */
            show_when_hovered?: boolean;
            /** @default true */
            show_app_icons?: boolean;
            /** @default false */
            large_icons?: boolean;
        };
        BlockAnswer: {
            value: {
                value: number | null;
                /** @description As people of the organization read it */
                text: string;
                /** @description In the period before */
                before: {
                    value: number | null;
                    /** @description As people of the organization read it */
                    text: string;
                } | null;
                /** @description As a fraction; of parts the difference */
                change: number | null;
                target: {
                    value: number | null;
                    /** @description As people of the organization read it */
                    text: string;
                } | null;
                /** @description Of the rules of the block the first that it meets: its colour, and what that means */
                rule: {
                    color: string;
                    text: string;
                } | null;
            };
        } | {
            rows: {
                columns: {
                    id: string;
                    label: string;
                }[];
                rows: {
                    /** @description Empty for strangers */
                    id: string;
                    cells: string[];
                    /** @description Of a kanban: the place of its lane */
                    lane: number | null;
                }[];
                lanes: {
                    label: string;
                    color: string | null;
                }[] | null;
                more: boolean;
            };
        } | {
            series: {
                points: {
                    label: string;
                    color: string | null;
                }[];
                series: {
                    label: string;
                    color: string | null;
                    values: (number | null)[];
                    texts: string[];
                }[];
                timed: boolean;
                more: boolean;
            };
        } | {
            error: {
                code: string;
                message: string;
            };
        };
        Folder: {
            id: string;
            label: string;
            icon: string | null;
            color: string | null;
            parentId: string | null;
            tabs: {
                id: string;
                /** @enum {string} */
                type: "table" | "app";
                label: string;
                color: string | null;
            }[];
            createdAt: string;
            createdBy: string;
        };
        DocPageEntry: {
            id: string;
            title: string;
            icon: string | null;
            createdAt: string;
            /** @description The user */
            createdBy: string;
            changedAt: string;
            changedBy: string;
            archived: boolean;
        };
        DocPage: {
            id: string;
            title: string;
            icon: string | null;
            createdAt: string;
            /** @description The user */
            createdBy: string;
            changedAt: string;
            changedBy: string;
            /** @description Counts every change; pass it as `version` to change no other one */
            version: number;
            content: {
                type: string;
            } & {
                [key: string]: unknown;
            };
            rights: {
                canEditContent: boolean;
                /** @description Whether you may change its title and its icon */
                fullControl: boolean;
                canCreateBlocks: boolean;
                canEditBlocks: boolean;
                canDeleteBlocks: boolean;
                canDelete: boolean;
                canShare: boolean;
            };
        };
        PublicLink: {
            id: string;
            type: string;
            /** @description The table, the doc page, or the app */
            identifier: string;
            viewId: string | null;
            /** @description Of a doc page or an app its title; null of others */
            label: string | null;
            /** @description The address is /public/{token} */
            token: string;
            active: boolean;
            canWrite: boolean;
            title: string | null;
            config: {
                fields: string[];
                /** @description The fields that it can show or ask for; not told in lists */
                offered?: string[];
            };
            /** @description Of an app: the blocks that strangers see; all others are hidden */
            blocks: {
                id: string;
                /** @enum {string} */
                right: "read" | "write";
            }[];
            /** @description The blocks of the published app and the right that each can have; not told in lists */
            offered_blocks?: {
                id: string;
                right: ("read" | "write") | null;
            }[];
            show_title: boolean;
            show_top_bar: boolean;
            /** @description Whether it has one */
            password: boolean;
            expires_at: string | null;
            answer_limit: number | null;
            show_brand: boolean;
            /** @description Hosts whose pages may show it in a frame */
            embed_hosts: string[];
            /** @description Whether search engines may keep its page */
            indexed: boolean;
            /** @description Whether who answered is asked no more, by the cookie of their browser */
            one_answer: boolean;
            /** @description Whether who gives an e-mail address is sent a receipt */
            receipts: boolean;
            /** @description Whether who answered may change the answer */
            changeable: boolean;
            /** @description Who opened it to strangers last; null where nobody knows */
            shared_by: string | null;
            opened: number;
            /** @description The last time; null before */
            opened_at: string | null;
            /** @description On each of the last 14 days in UTC, today last */
            opened_days: number[];
            answered: number;
        };
        PublicQuestion: {
            id: string;
            label: string;
            help: string;
            required: boolean;
            /** @enum {string} */
            input: "line" | "lines" | "number" | "day" | "moment" | "tick" | "option" | "options";
            shape: string | null;
            options: {
                id: string;
                label: string;
                color: string;
            }[];
            value: unknown;
            /** @description The title of the page that begins with it */
            page: string | null;
        };
        Build: {
            operationId: string;
            description: string;
            /** @enum {string} */
            state: "running" | "proposed" | "failed" | "accepted" | "dropped";
            progress: number;
            proposal: {
                name: string;
                description: string;
                parts: {
                    /** @description `table:` or `app:` and its key */
                    id: string;
                    /** @enum {string} */
                    kind: "table" | "app";
                    label: string;
                    color: string | null;
                    fields: {
                        name: string;
                        type: string;
                    }[];
                    records: number;
                    views: number;
                    blocks: number;
                    /** @description Parts that it cannot do without */
                    needs: string[];
                }[];
            } | null;
            success_msg: string | null;
            error: {
                id: string;
                message: string;
            } | null;
            /** @description What was sent to the model, whole */
            sent: string;
            model: string;
            /** @description The installation that makes it: `GET /template/install/{id}` */
            install: string | null;
        };
        TemplateEntry: {
            id: string;
            slug: string;
            name: string;
            short_description: string;
            categories: {
                id: string;
                name: string;
                section: string;
                color: string;
            }[];
            /** @enum {string} */
            language: "en" | "pt" | "es";
            color: string;
            /** @enum {string} */
            cover: "list" | "board" | "calendar" | "bars" | "plan" | "form" | "talk";
            has_data: boolean;
            published: boolean;
            /** @constant */
            status: "Published";
            installs: number;
            featured: boolean;
            counts: {
                tables: number;
                apps: number;
                fields: number;
                records: number;
                blocks: number;
                automations: number;
            };
        };
        Template: {
            id: string;
            slug: string;
            name: string;
            short_description: string;
            categories: {
                id: string;
                name: string;
                section: string;
                color: string;
            }[];
            /** @enum {string} */
            language: "en" | "pt" | "es";
            color: string;
            /** @enum {string} */
            cover: "list" | "board" | "calendar" | "bars" | "plan" | "form" | "talk";
            has_data: boolean;
            published: boolean;
            /** @constant */
            status: "Published";
            installs: number;
            featured: boolean;
            counts: {
                tables: number;
                apps: number;
                fields: number;
                records: number;
                blocks: number;
                automations: number;
            };
            description: string;
            builder: string;
            /** Format: date */
            changed: string;
            workspace: {
                key: string;
                label: string;
                /** @enum {string} */
                type: "table" | "app";
                color: string | null;
            }[];
            tables: {
                key: string;
                fields: {
                    name: string;
                    type: string;
                }[];
                /** @description The first example records */
                records: {
                    /** @description Days as YYYY-MM-DD, amounts with a point */
                    text: string;
                    /** @enum {string} */
                    look: "text" | "option" | "day" | "amount";
                    color: string | null;
                }[][];
            }[];
        };
        TemplateInstall: {
            operation_id: string;
            slug: string;
            name: string;
            /** @enum {string} */
            state: "running" | "done" | "failed";
            step: ("tables" | "links" | "records" | "apps" | "programs" | "folder") | null;
            /** @description Where it begins, once it is there */
            start_url: string | null;
            code: string | null;
            message: string | null;
        };
        OwnTemplate: {
            id: string;
            slug: string;
            name: string;
            short_description: string;
            categories: {
                id: string;
                name: string;
                section: string;
                color: string;
            }[];
            /** @enum {string} */
            language: "en" | "pt" | "es";
            color: string;
            /** @enum {string} */
            cover: "list" | "board" | "calendar" | "bars" | "plan" | "form" | "talk";
            has_data: boolean;
            /** @description A copy stands in the gallery, of this save or an earlier one */
            published: boolean;
            /**
             * @description `Saved`: nobody asked for it to be published. `Waiting for approval` and `Refused`: by the operator
             * @enum {string}
             */
            status: "Saved" | "Waiting for approval" | "Refused" | "Published";
            installs: number;
            featured: boolean;
            counts: {
                tables: number;
                apps: number;
                fields: number;
                records: number;
                blocks: number;
                automations: number;
            };
            /** Format: date-time */
            changed: string;
            /** @description Why the operator refused it */
            reason: string | null;
            description: string;
            /** @description The folder that it was made of */
            folder_id: string | null;
        };
        Conversation: {
            id: string;
            /** @enum {string} */
            chatType: "channel" | "private_channel" | "dm" | "record" | "page";
            /** @description Of a record or a doc page what it is called; empty for direct messages */
            name: string;
            iconColor: string | null;
            /** @description Of a record: who said something there, and who was mentioned */
            members: string[];
            createdAt: string;
            createdBy: string;
            /** @description The sequence of the last message */
            head: number;
            readTo: number;
            /** @description Without those of threads */
            unread: number;
            /** @description Answers in threads that you are in: yours, and those that answer you; of the newest 50 */
            unreadInThreads: number;
            starred: boolean;
            muted: boolean;
            canChange: boolean;
            lastMessage: {
                at: string;
                by: string;
                text: string;
            } | null;
            record: {
                tableId: string;
                recordId: string;
            } | null;
            /** @description Of a doc page: which */
            pageId: string | null;
            /** @description Its live topic is `conversation:<liveId>`, from the first message on */
            liveId: string;
        };
        FoundMessage: {
            id: string;
            sequence: number;
            threadId: string | null;
            /** @description Null for one that was deleted */
            content: {
                blocks: {
                    /** @enum {string} */
                    kind: "paragraph" | "bullet" | "code";
                    runs: {
                        text: string;
                        bold?: boolean;
                        italic?: boolean;
                        code?: boolean;
                        href?: string;
                        userId?: string;
                    }[];
                }[];
            } | null;
            sentAt: string;
            sentBy: string;
            editedAt: string | null;
            deleted: boolean;
            files: {
                id: string;
                name: string;
                size: number;
                type: string;
                url: string;
            }[];
            reactions: {
                emoji: string;
                users: string[];
            }[];
            replies: number;
            lastReplyAt: string | null;
            /** @description Of a doc page: the words that it is about, and the letter at which they began */
            anchor: {
                quote: string;
                at: number;
            } | null;
            /** @description Of a doc page: it is settled */
            resolved: boolean;
            /** @description Of its thread, where you are in it */
            unreadReplies: number;
            /** @description The `liveId` of its conversation */
            conversationId: string;
            /** @description What to ask for as `around` */
            at: number;
        };
        Message: {
            id: string;
            sequence: number;
            threadId: string | null;
            /** @description Null for one that was deleted */
            content: {
                blocks: {
                    /** @enum {string} */
                    kind: "paragraph" | "bullet" | "code";
                    runs: {
                        text: string;
                        bold?: boolean;
                        italic?: boolean;
                        code?: boolean;
                        href?: string;
                        userId?: string;
                    }[];
                }[];
            } | null;
            sentAt: string;
            sentBy: string;
            editedAt: string | null;
            deleted: boolean;
            files: {
                id: string;
                name: string;
                size: number;
                type: string;
                url: string;
            }[];
            reactions: {
                emoji: string;
                users: string[];
            }[];
            replies: number;
            lastReplyAt: string | null;
            /** @description Of a doc page: the words that it is about, and the letter at which they began */
            anchor: {
                quote: string;
                at: number;
            } | null;
            /** @description Of a doc page: it is settled */
            resolved: boolean;
            /** @description Of its thread, where you are in it */
            unreadReplies: number;
        };
        UploadedFile: {
            /** @description What a field takes: `[{"id": …}]`. */
            id: string;
            name: string;
            size: number;
            /** @description The media type, by the first bytes. */
            type: string;
        };
        FileUpload: {
            /** @description What a field takes: `[{"id": …}]`. */
            id: string;
            name: string;
            size: number;
            /** @description The media type, by the first bytes. */
            type: string;
            offset: number;
        };
        FileLink: {
            recordId: string;
            id: string;
            url: string;
            thumbnail: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    get_setup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        needed: boolean;
                        codeRequired: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_setup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    organization: string;
                    name: string;
                    email: string;
                    password: string;
                    code?: string;
                    /**
                     * @default en
                     * @enum {string}
                     */
                    language?: "en" | "pt" | "es";
                    /** @default UTC */
                    timezone?: string;
                    /** @default $ */
                    currency_symbol?: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Login"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_org_get: {
        parameters: {
            query?: {
                org?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        logo_customizado: string | null;
                        providers: {
                            id: string;
                            /** @enum {string} */
                            kind: "oidc" | "google" | "microsoft" | "apple";
                            name: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_auth_loginV2: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    password: string;
                    /** @description Where to, by its short name or id; without it where the person was last */
                    organization?: string;
                } | {
                    email?: string;
                    oauthToken?: string;
                    oauthProvider: string;
                    identifier?: string;
                    identityToken?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Login"] | components["schemas"]["VerifySession"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_auth_loginWithToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Login"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_auth_logout: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_auth_changePassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                    current: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        newToken: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_session: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_auth_session: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        session: components["schemas"]["Session"] | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sessions: {
                            id: string;
                            current: boolean;
                            /** @description As `Firefox 140`; null for what is no browser */
                            browser: string | null;
                            /** @description As `Windows` or `iOS` */
                            system: string | null;
                            device: ("desktop" | "mobile" | "tablet") | null;
                            ip: string;
                            createdAt: string;
                            seenAt: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_sessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ended: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_sessions_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_logins: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        logins: {
                            at: string;
                            /** @enum {string} */
                            way: "setup" | "invitation" | "password" | "link" | "provider";
                            /** @description As `Firefox 140`; null for what is no browser */
                            browser: string | null;
                            /** @description As `Windows` or `iOS` */
                            system: string | null;
                            device: ("desktop" | "mobile" | "tablet") | null;
                            ip: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_view_as: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        viewAs: components["schemas"]["ViewAs"];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_view_as: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    roleId: string;
                } | {
                    /** @description 26-character id */
                    userId: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        viewAs: components["schemas"]["ViewAs"];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_view_as: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_sign_in_providers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        providers: components["schemas"]["SignInProvider"][];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_sign_in_providers: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "oidc" | "google" | "microsoft" | "apple";
                    name: string;
                    /** @description The issuer’s address; of Microsoft the id of the tenant; nothing for Google and Apple */
                    at?: string;
                    client_id: string;
                    /** @description Of Apple the private key, as PEM. It is never answered. */
                    client_secret: string;
                    /** @description Of Apple alone */
                    team_id?: string;
                    /** @description Of Apple alone */
                    key_id?: string;
                    on?: boolean;
                    /** @description Domains of the e-mail addresses that it may prove; none for those of whoever is here already */
                    domains?: string[];
                    /** @description Whether people who come for the first time are let in; wants a role, a seat and domains */
                    joins?: boolean;
                    role?: string | null;
                    seat?: ("builder" | "member" | "viewer") | null;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_sign_in_providers_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_sign_in_providers_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description The issuer’s address; of Microsoft the id of the tenant; nothing for Google and Apple */
                    at?: string;
                    client_id?: string;
                    /** @description Of Apple the private key, as PEM. It is never answered. */
                    client_secret?: string;
                    /** @description Of Apple alone */
                    team_id?: string;
                    /** @description Of Apple alone */
                    key_id?: string;
                    on?: boolean;
                    /** @description Domains of the e-mail addresses that it may prove; none for those of whoever is here already */
                    domains?: string[];
                    /** @description Whether people who come for the first time are let in; wants a role, a seat and domains */
                    joins?: boolean;
                    role?: string | null;
                    seat?: ("builder" | "member" | "viewer") | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInProvider"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_auth_oidc_id_start: {
        parameters: {
            query?: {
                to?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_auth_oidc_id_callback: {
        parameters: {
            query?: {
                state?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_auth_oidc_id_callback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": unknown;
                "multipart/form-data": unknown;
            };
        };
        responses: {
            /** @description Refused */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_auth_reset_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_auth_reset_link: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_auth_change_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                    token: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        newToken: string;
                    } | components["schemas"]["VerifySession"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_auth_mfa_login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    verifySession: string;
                    verifyCode: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Login"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_second_factor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        on: boolean;
                        recovery_left: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_second_factor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        recovery_codes: string[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_second_factor_setup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    current: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secret: string;
                        address: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_second_factor_off: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    current: string;
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_account_user_id_second_factor_off: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_users: {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description For `after`; absent on the last page. */
                        next?: string;
                        users: components["schemas"]["User"][];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_account_user_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    seat?: "builder" | "member" | "viewer";
                    role?: string;
                    active?: boolean;
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_account_profile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_account_profile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    display_name?: string;
                    first_name?: string;
                    last_name?: string;
                    personal_email?: string | null;
                    phone?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_pictures_id: {
        parameters: {
            query?: {
                v?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_org_logo_id: {
        parameters: {
            query?: {
                v?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_account_photo: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: base64
                     * @description A PNG, JPEG or WebP of at most 100,000 bytes, as Base64
                     */
                    data: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_account_photo: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_organization_logo: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: base64
                     * @description A PNG, JPEG or WebP of at most 100,000 bytes, as Base64
                     */
                    data: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_organization_logo: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_organization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_organization: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    locale_settings?: {
                        /** @enum {string} */
                        language?: "en" | "pt" | "es";
                        timezone?: string;
                        currency_symbol?: string;
                    };
                    ai?: boolean;
                    hideTasks?: boolean;
                    org_mfa_required?: boolean;
                    hide_tables_for_member?: boolean;
                    member_upload_data_shortcut?: boolean;
                    fun_mode?: boolean;
                    /** @description Days of a week on which its people work, 1 is Monday */
                    working_days?: number[];
                    /** @description Days on which nobody works */
                    holidays?: {
                        /** Format: date */
                        day: string;
                        name: string;
                    }[];
                    important_emails?: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_account_settings_infra_notification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        emails: string[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_account_settings_infra_notification: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    emails: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        emails: string[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_account_organizations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        organizations: {
                            id: string;
                            name: string;
                            short_name: string;
                            logo_customizado: string | null;
                            current: boolean;
                        }[];
                        /** @description Whether people may create organizations in this installation */
                        can_create: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_auth_switch: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    organization: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Login"] | components["schemas"]["VerifySession"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_organizations: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Login"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_organization_erasure: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        planned: components["schemas"]["Erasure"] | null;
                        days: number;
                        /**
                         * @description `sign_in`: by a login of the last ten minutes
                         * @enum {string}
                         */
                        confirm: "password" | "sign_in";
                        /** @description Whether this session is as new as that */
                        anew: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_organization_delete: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of whoever asks, where they confirm by it */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_organization_erase: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of whoever asks, where they confirm by it */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_organization_abort: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_help: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Help"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_profile_list: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        profiles: {
                            id_profile: string;
                            name: string;
                            color: string;
                            initial_url: string | null;
                            members: {
                                user_id: string;
                                user_name: string;
                                photo_url: string | null;
                            }[];
                            profile_data: components["schemas"]["RolePermissions"];
                            /** @description Whether the caller may change it */
                            manageable: boolean;
                            updated_at: string | null;
                            updated_by: {
                                id_user: string;
                                name: string;
                            } | null;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_profile_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    profile_name: string;
                    color: string;
                    profile_data?: components["schemas"]["RolePermissionsWritten"];
                    members?: string[];
                    /** @description Where its people begin: a path such as /home; the host of an address is left out */
                    initial_url?: string | null;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_profile_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    profile_id: string;
                    profile_name?: string;
                    color?: string;
                    profile_data?: components["schemas"]["RolePermissionsWritten"];
                    members?: string[];
                    /** @description Where its people begin: a path such as /home; the host of an address is left out */
                    initial_url?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_profile_delete: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    profile_id: string;
                    users_new_profile: string;
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_duplicate_profile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    profile_id: string;
                    profile_name?: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_invitations: {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description For `after`; absent on the last page. */
                        next?: string;
                        invitations: {
                            id: string;
                            email: string | null;
                            /** @enum {string} */
                            seat: "builder" | "member" | "viewer";
                            role: string;
                            /** @enum {string} */
                            state: "open" | "used" | "expired" | "revoked";
                            expiresAt: string;
                            inviter: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_invitations: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email?: string;
                    /** @enum {string} */
                    seat: "builder" | "member" | "viewer";
                    role: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        link: string;
                        expiresAt: string;
                        email: string | null;
                        /** @enum {string} */
                        seat: "builder" | "member" | "viewer";
                        role: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_invitations_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_invitations_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        state: "open" | "used" | "expired" | "revoked";
                        organization: string;
                        inviter: string;
                        email?: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_invitations_token_accept: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifySession"];
                };
            };
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Login"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_api_token: {
        parameters: {
            query?: {
                q?: string;
                page?: number;
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tokens: components["schemas"]["ApiToken"][];
                        total: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_api_token: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description From then on it does not work; absent or null for no end */
                    expires_at?: string | null;
                    /** @description What it may reach at most; absent or null for whatever you may */
                    scopes?: components["schemas"]["ApiTokenScope"][] | null;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiToken"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_api_token_unconfirmed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tokens: {
                            id_api_token: string;
                            name: string;
                            /** @description 0 while it is switched off */
                            ativo: 0 | 1;
                            /** @description Whole when it is made; afterwards its last four characters */
                            token: string;
                            criado_em: string;
                            user: {
                                id: string;
                                name: string;
                            };
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_api_token_id_confirm: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_api_token_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiToken"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_api_token_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    ativo?: 0 | 1;
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_api_token_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_api_token_id_generate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiToken"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_account_user_id_history: {
        parameters: {
            query?: {
                before?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            id: string;
                            commitId: string;
                            operationId?: string;
                            /** Format: date-time */
                            time: string;
                            actor: {
                                id: string;
                                kind: string;
                                name?: string;
                            };
                            origin: string;
                            kind: string;
                            changes: {
                                /** @enum {string} */
                                name: "seat" | "role" | "active";
                                before: string;
                                after: string;
                            }[];
                            undoable: boolean;
                            undone: boolean;
                            /** @description Of an undo: the commit or operation that it took back. */
                            undoes?: string;
                        }[];
                        next?: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tables: {
        parameters: {
            query?: {
                archived?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tables: components["schemas"]["TableEntry"][];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A 26-character lower-case ULID. */
                    id?: string;
                    label: string;
                    icon?: string;
                    color?: string;
                    description?: string;
                    fields: components["schemas"]["FieldInput"][];
                    uniqueField?: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tables_table: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body where nothing changed. */
                "If-None-Match"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the table's definition: it rises with each change of the table or its fields, and is touched neither by views nor by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
            /** @description As it was */
            304: {
                headers: {
                    /** @description The version of the table's definition: it rises with each change of the table or its fields, and is touched neither by views nor by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_tables_table: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    /** @description The version of the table's definition: it rises with each change of the table or its fields, and is touched neither by views nor by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_tables_table: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label?: string;
                    icon?: string;
                    color?: string;
                    description?: string;
                    labelFieldId?: string;
                    uniqueFieldId?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the table's definition: it rises with each change of the table or its fields, and is touched neither by views nor by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_duplicate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Without it: the label with "(copy)" behind it. */
                    label?: string;
                    /**
                     * @description Whether the records are copied as well.
                     * @default false
                     */
                    records?: boolean;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    /** @description The version of the table's definition: it rises with each change of the table or its fields, and is touched neither by views nor by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        table: components["schemas"]["Table"];
                        /** @description Whether records are still being copied. */
                        running: boolean;
                        /** @description Of the copying: an undo of it takes back the table with its records. */
                        operationId: string;
                    };
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    /** @description The version of the table's definition: it rises with each change of the table or its fields, and is touched neither by views nor by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        table: components["schemas"]["Table"];
                        /** @description Whether records are still being copied. */
                        running: boolean;
                        /** @description Of the copying: an undo of it takes back the table with its records. */
                        operationId: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_trash: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["TrashItem"][];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_trash_id_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Tables, for now.
                     * @enum {string}
                     */
                    type: "table";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_trash_id: {
        parameters: {
            query: {
                type: "table";
            };
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_tables_table_conditionals: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    rules: components["schemas"]["ConditionalRule"][];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the table's definition: it rises with each change of the table or its fields, and is touched neither by views nor by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tables_table_forms_form: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body where nothing changed. */
                "If-None-Match"?: string;
            };
            path: {
                table: string;
                form: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the table's definition: it rises with each change of the table or its fields, and is touched neither by views nor by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        config: true | {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description As it was */
            304: {
                headers: {
                    /** @description The version of the table's definition: it rises with each change of the table or its fields, and is touched neither by views nor by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_tables_table_forms_form: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                table: string;
                form: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    config: true | components["schemas"]["ViewConfig"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the table's definition: it rises with each change of the table or its fields, and is touched neither by views nor by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_fields_field_convert_preview: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
                field: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    type?: string;
                    props?: components["schemas"]["FieldPropsInput"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: string;
                        total: number;
                        filled: number;
                        fits: number;
                        changed: number;
                        lost: number;
                        options?: number;
                        examples: {
                            recordId: string;
                            recordLabel?: string;
                            before: string;
                            after: string | null;
                            /** @enum {string} */
                            outcome: "changed" | "lost";
                            reason: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_fields_field_convert: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
                field: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    type?: string;
                    props?: components["schemas"]["FieldPropsInput"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        operationId: string;
                        /** @enum {string} */
                        state: "running" | "done" | "failed" | "cancelled";
                        total: number;
                        field?: components["schemas"]["Field"];
                    };
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        operationId: string;
                        /** @enum {string} */
                        state: "running" | "done" | "failed" | "cancelled";
                        total: number;
                        field?: components["schemas"]["Field"];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_fields: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A 26-character lower-case ULID. */
                    id?: string;
                    type: string;
                    name: string;
                    props?: components["schemas"]["FieldPropsInput"];
                    required?: boolean;
                    unique?: boolean;
                    description?: string;
                    /** @description The value with which new records begin where they say nothing of the field. In its place `props.default_current_user` begins with who creates the record, `props.default_now` with the day, moment or time of creation in the zone of the organization; a field has one of these. A default that is given takes the place of these properties. */
                    default?: unknown;
                    index?: number;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    /** @description The version of the table's definition: it rises with each change of the table or its fields, and is touched neither by views nor by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Field"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_tables_table_fields_order: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    fieldIds: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the table's definition: it rises with each change of the table or its fields, and is touched neither by views nor by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tables_table_fields_deleted: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        fields: components["schemas"]["Field"][];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_tables_table_fields_field: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                table: string;
                field: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    /** @description The version of the table's definition: it rises with each change of the table or its fields, and is touched neither by views nor by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_tables_table_fields_field: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                table: string;
                field: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    props?: components["schemas"]["FieldPropsInput"];
                    required?: boolean;
                    unique?: boolean;
                    description?: string;
                    /** @description The value with which new records begin where they say nothing of the field. In its place `props.default_current_user` begins with who creates the record, `props.default_now` with the day, moment or time of creation in the zone of the organization; a field has one of these. A default that is given takes the place of these properties. */
                    default?: unknown;
                    type?: string;
                    /** @description Options to delete, by id. Where records have one, `replacements` must say what takes its place (409 fields.option_in_use). An option that is only left out of props.options stays. */
                    removeOptions?: string[];
                    /** @description The options as you saw them when you began to edit: what others added, renamed or moved since merges with yours; a label that both changed answers 409 fields.conflict. */
                    base?: {
                        options?: {
                            id: string;
                            label: string;
                            color: string;
                        }[];
                    };
                    /** @description By id of an option to delete: the option that takes its place in records, or null to empty them. */
                    replacements?: {
                        [key: string]: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the table's definition: it rises with each change of the table or its fields, and is touched neither by views nor by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Field"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_fields_field_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                table: string;
                field: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the table's definition: it rises with each change of the table or its fields, and is touched neither by views nor by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Field"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tables_table_fields_field_labels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                table: string;
                field: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        labels: {
                            label: string;
                            count: number;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_fields_field_labels_rename: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
                field: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    from: string;
                    to: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        operationId: string;
                        records: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_fields_field_duplicate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                table: string;
                field: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Without it: the name with "(copy)" behind it. */
                    name?: string;
                    /**
                     * @description Whether the values are copied as well.
                     * @default false
                     */
                    values?: boolean;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    /** @description The version of the table's definition: it rises with each change of the table or its fields, and is touched neither by views nor by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        field: components["schemas"]["Field"];
                        /** @description Of the copying of the values. */
                        operationId?: string;
                    };
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    /** @description The version of the table's definition: it rises with each change of the table or its fields, and is touched neither by views nor by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        field: components["schemas"]["Field"];
                        /** @description Of the copying of the values. */
                        operationId?: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tables_table_fields_field_uses: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                table: string;
                field: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        uses: {
                            /** @enum {string} */
                            kind: "view" | "table" | "field";
                            id: string;
                            name: string;
                            /** @description What it does with the field; `part` is any other part of a view, as the cover of a gallery; `asked`: a form asks for it; `computed`: a field is computed from it. */
                            as: ("filter" | "sort" | "group" | "total" | "part" | "asked" | "label" | "unique" | "computed")[];
                            /** @description Without the field it answers something else; others only show less. */
                            breaks: boolean;
                        }[];
                        /** @description Personal views of other people that use it. */
                        others: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tables_table_views: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body where nothing changed. */
                "If-None-Match"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description What the list holds. To change a view on condition, take the ETag of that view. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        views: components["schemas"]["View"][];
                    };
                };
            };
            /** @description As it was */
            304: {
                headers: {
                    /** @description What the list holds. To change a view on condition, take the ETag of that view. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_views: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A 26-character lower-case ULID. */
                    id?: string;
                    /** @enum {string} */
                    type?: "table" | "list" | "gallery" | "kanban" | "calendar" | "gantt" | "timeline" | "chart" | "pivot" | "form";
                    label: string;
                    personal?: boolean;
                    config: components["schemas"]["ViewConfig"];
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    /** @description The version of the table's definition: it rises with each change of the table or its fields, and is touched neither by views nor by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["View"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tables_table_views_view: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body where nothing changed. */
                "If-None-Match"?: string;
            };
            path: {
                table: string;
                view: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the view: it rises with each change of it, and is touched neither by the table nor by other views. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["View"];
                };
            };
            /** @description As it was */
            304: {
                headers: {
                    /** @description The version of the view: it rises with each change of it, and is touched neither by the table nor by other views. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_tables_table_views_view: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                table: string;
                view: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    /** @description The version of the view: it rises with each change of it, and is touched neither by the table nor by other views. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_tables_table_views_view: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                table: string;
                view: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label?: string;
                    personal?: boolean;
                    config?: components["schemas"]["ViewConfig"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the view: it rises with each change of it, and is touched neither by the table nor by other views. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["View"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tables_table_records: {
        parameters: {
            query?: {
                numbers?: "text";
                fieldKey?: "id" | "name";
                expand?: "labels";
                texts?: "short";
                limit?: number;
                after?: string;
            };
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        records: components["schemas"]["Record"][];
                        /** @description There is more: pass it as `after`. A page ends with the record that passes 4 MB, also before `limit`. */
                        next?: string;
                        total?: number;
                        /**
                         * @description Computed fields of the table are being brought up to a change of many records: some values are those of before.
                         * @constant
                         */
                        stale?: true;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_records: {
        parameters: {
            query?: {
                numbers?: "text";
                fieldKey?: "id" | "name";
                expand?: "labels";
                texts?: "short";
                form?: string;
            };
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description At most 1,000 */
                    records: {
                        /** @description A 26-character lower-case ULID. */
                        id?: string;
                        /** @description Values by field id, or by field name with ?fieldKey=name. null empties a cell. Decimals are taken as numbers or as texts ("100000000000000.01"), which are read digit by digit. A text holds at most 100 kB, and a record 4 MB of values (records.record_too_large). */
                        fields: {
                            [key: string]: unknown;
                        };
                    }[];
                    upsert?: boolean;
                    partial?: boolean;
                } | {
                    /** @description A 26-character lower-case ULID. */
                    id?: string;
                    /** @description Values by field id, or by field name with ?fieldKey=name. null empties a cell. Decimals are taken as numbers or as texts ("100000000000000.01"), which are read digit by digit. A text holds at most 100 kB, and a record 4 MB of values (records.record_too_large). */
                    fields: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"] | {
                        records: components["schemas"]["Record"][] | components["schemas"]["RecordVersion"][];
                        errors?: {
                            index: number;
                            code: string;
                            message: string;
                            fieldId?: string;
                            params?: unknown;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_tables_table_records: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleted: string[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_tables_table_records: {
        parameters: {
            query?: {
                numbers?: "text";
                fieldKey?: "id" | "name";
                expand?: "labels";
                texts?: "short";
            };
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description At most 1,000 */
                    records: {
                        id: string;
                        /** @description Values by field id, or by field name with ?fieldKey=name. null empties a cell. Decimals are taken as numbers or as texts ("100000000000000.01"), which are read digit by digit. A text holds at most 100 kB, and a record 4 MB of values (records.record_too_large). */
                        fields: {
                            [key: string]: unknown;
                        };
                        /** @description The version that you saw: other fields merge, the same field answers 409 with both values. */
                        version?: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        records: components["schemas"]["Record"][] | components["schemas"]["RecordVersion"][];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_records_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        restored: string[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_records_query: {
        parameters: {
            query?: {
                numbers?: "text";
                fieldKey?: "id" | "name";
                expand?: "labels";
                texts?: "short";
            };
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    filter?: components["schemas"]["QueryFilter"];
                    search?: string;
                    /** @description The table as it was: a moment (ISO 8601, with its zone) or the id of a commit, after which it is. Filter and sort are judged on the values of then, rights are those of now. Computed and linked fields, and those that were added or converted since, are absent, as how they were is not known. */
                    asOf?: string;
                    /** @description With `under`: the levels that its values belong to. */
                    groupBy?: {
                        fieldId: string;
                        /** @enum {string} */
                        order?: "asc" | "desc";
                        /** @description What the groups of this level are ordered by: their key, how many records they have, or one of `aggregates` by its place. Groups of as much stand by their keys. */
                        by?: ("key" | "count") | number;
                        /**
                         * @description Of a date or a time: the days that are one group, in the time zone and from the first day of the week of the organization.
                         * @enum {string}
                         */
                        bucket?: "day" | "week" | "month" | "quarter" | "year";
                    }[];
                    /** @description Only records beneath this key of a group. */
                    under?: unknown[];
                    sort?: {
                        fieldId: string;
                        /** @description Of a field whose values have parts: the part that is meant, by its name in the value. */
                        part?: string;
                        /** @enum {string} */
                        order?: "asc" | "desc";
                    }[];
                    limit?: number;
                    after?: string;
                    offset?: number;
                    total?: boolean;
                    fields?: string[];
                    deleted?: boolean;
                    /** @description Just these records, in this order; other conditions do not apply. With a `next`, ask again for the same list with `after`. */
                    ids?: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        records: components["schemas"]["Record"][];
                        /** @description There is more: pass it as `after`. A page ends with the record that passes 4 MB, also before `limit`. */
                        next?: string;
                        total?: number;
                        /**
                         * @description Computed fields of the table are being brought up to a change of many records: some values are those of before.
                         * @constant
                         */
                        stale?: true;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_records_count: {
        parameters: {
            query?: {
                fieldKey?: "id" | "name";
            };
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    filter?: components["schemas"]["QueryFilter"];
                    search?: string;
                    /** @description The table as it was: a moment (ISO 8601, with its zone) or the id of a commit, after which it is. Filter and sort are judged on the values of then, rights are those of now. Computed and linked fields, and those that were added or converted since, are absent, as how they were is not known. */
                    asOf?: string;
                    deleted?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_records_aggregate: {
        parameters: {
            query?: {
                numbers?: "text";
                fieldKey?: "id" | "name";
            };
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    filter?: components["schemas"]["QueryFilter"];
                    search?: string;
                    aggregates: {
                        fieldId: string;
                        /** @enum {string} */
                        function: "count" | "filled" | "empty" | "percentFilled" | "distinct" | "sum" | "average" | "median" | "min" | "max" | "range" | "checked";
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        values: {
                            fieldId: string;
                            fieldName: string;
                            /** @enum {string} */
                            function: "count" | "filled" | "empty" | "percentFilled" | "distinct" | "sum" | "average" | "median" | "min" | "max" | "range" | "checked";
                            value: number | string | null;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_records_groups: {
        parameters: {
            query?: {
                numbers?: "text";
                fieldKey?: "id" | "name";
            };
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    filter?: components["schemas"]["QueryFilter"];
                    search?: string;
                    /** @description The outermost level first; `asc` where nothing is said. */
                    groupBy: {
                        fieldId: string;
                        /** @enum {string} */
                        order?: "asc" | "desc";
                        /** @description What the groups of this level are ordered by: their key, how many records they have, or one of `aggregates` by its place. Groups of as much stand by their keys. */
                        by?: ("key" | "count") | number;
                        /**
                         * @description Of a date or a time: the days that are one group, in the time zone and from the first day of the week of the organization.
                         * @enum {string}
                         */
                        bucket?: "day" | "week" | "month" | "quarter" | "year";
                    }[];
                    /** @description Only the groups of the next level beneath this key, `[]` for those of the outermost one. Without it, the groups of the innermost level. */
                    under?: unknown[];
                    aggregates?: {
                        fieldId: string;
                        /** @enum {string} */
                        function: "count" | "filled" | "empty" | "percentFilled" | "distinct" | "sum" | "average" | "median" | "min" | "max" | "range" | "checked";
                    }[];
                    /** @description Groups of a page; 100 by default. */
                    limit?: number;
                    after?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groups: components["schemas"]["RecordGroup"][];
                        /** @description There is more: pass it as `after`. A page ends with the group that passes 4 MB, also before `limit`. */
                        next?: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_records_place: {
        parameters: {
            query?: {
                fieldKey?: "id" | "name";
            };
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    recordId: string;
                    filter?: components["schemas"]["QueryFilter"];
                    search?: string;
                    sort?: {
                        fieldId: string;
                        /** @description Of a field whose values have parts: the part that is meant, by its name in the value. */
                        part?: string;
                        /** @enum {string} */
                        order?: "asc" | "desc";
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        place: number | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tables_table_records_record: {
        parameters: {
            query?: {
                numbers?: "text";
                fieldKey?: "id" | "name";
                expand?: "labels";
                texts?: "short";
            };
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body where nothing changed. */
                "If-None-Match"?: string;
            };
            path: {
                table: string;
                record: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
            /** @description As it was */
            304: {
                headers: {
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_tables_table_records_record: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                table: string;
                record: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_tables_table_records_record: {
        parameters: {
            query?: {
                numbers?: "text";
                fieldKey?: "id" | "name";
                expand?: "labels";
                texts?: "short";
            };
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                table: string;
                record: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Values by field id, or by field name with ?fieldKey=name. null empties a cell. Decimals are taken as numbers or as texts ("100000000000000.01"), which are read digit by digit. A text holds at most 100 kB, and a record 4 MB of values (records.record_too_large). */
                    fields: {
                        [key: string]: unknown;
                    };
                    /** @description The version that you saw: other fields merge, the same field answers 409 with both values. */
                    version?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_records_compare: {
        parameters: {
            query?: {
                numbers?: "text";
                fieldKey?: "id" | "name";
                expand?: "labels";
                texts?: "short";
            };
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    asOf: string;
                    filter?: components["schemas"]["QueryFilter"];
                    search?: string;
                    /** @description Of a filter: records that it left out then and has now count as added. */
                    entered?: boolean;
                    limit?: number;
                    after?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        counts: {
                            changed: number;
                            removed: number;
                            added: number;
                        };
                        differences: {
                            id: string;
                            /** @enum {string} */
                            mark: "changed" | "removed" | "added";
                            /** @description Of a changed record: the fields that differ */
                            fields: string[];
                            was: components["schemas"]["Record"] | null;
                            now: components["schemas"]["Record"] | null;
                        }[];
                        /** @description There is more: pass it as `after`. */
                        next?: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tables_table_days: {
        parameters: {
            query?: {
                before?: string;
            };
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        days: {
                            day: string;
                            changes: number;
                            /** Format: date-time */
                            last: string;
                        }[];
                        /** @description There are earlier days: pass it as `before`. */
                        next?: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_restore_to: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    asOf: string;
                    recordIds?: string[];
                    fieldId?: string;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        operationId: string;
                        total: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_records_duplicates: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    fieldIds: string[];
                    /**
                     * @default close
                     * @enum {string}
                     */
                    how?: "exact" | "close" | "loose";
                    filter?: components["schemas"]["QueryFilter"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groups: {
                            /** @description At most 20 records, in the order of the table. */
                            ids: string[];
                            /** @description In which of the fields all of them are alike. */
                            fieldIds: string[];
                        }[];
                        compared: number;
                        /** @description Whether there are groups beyond the 200 that are told. */
                        more: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_records_merge: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    keep: string;
                    others: string[];
                    /** @default {} */
                    fields?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        operationId: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_search: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    search: string;
                    /** @default 10 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        records: {
                            tableId: string;
                            tableLabel: string;
                            id: string;
                            /** @description What names the record; empty where nothing does. */
                            label: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_export: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Export"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tab_table_csv_export: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    filters?: components["schemas"]["QueryFilter"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tables_table_records_record_comments: {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
            };
            header?: never;
            path: {
                table: string;
                record: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comments: components["schemas"]["Comment"][];
                        next?: string;
                        total: number;
                        unread: number;
                        seenAt: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_records_record_comments: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                table: string;
                record: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description At most 10,000 characters. A person of the organization is mentioned as `<@id>`, and told of it. */
                    text: string;
                    /** @description A 26-character lower-case ULID. */
                    id?: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    /** @description The version of the comment. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_tables_table_records_record_comments_comment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
                record: string;
                comment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_tables_table_records_record_comments_comment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                table: string;
                record: string;
                comment: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description At most 10,000 characters. A person of the organization is mentioned as `<@id>`, and told of it. */
                    text: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the comment. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_records_record_comments_comment_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                table: string;
                record: string;
                comment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the comment. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tables_table_records_record_comments_comment_history: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                table: string;
                record: string;
                comment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        versions: {
                            text: string;
                            /** Format: date-time */
                            at: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_tables_table_records_record_comments_seen: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
                record: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    at: string;
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_tables_table_records_record_star: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
                record: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    starred: boolean;
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_tables_table_last_look: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    recordId?: string;
                    viewId?: string;
                    /** @description Beside a view, the filter that stands in the place of its own */
                    filter?: components["schemas"]["QueryFilter"];
                    at: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        at: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_last_look: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    recordId?: string;
                    viewId?: string;
                    /** @description Beside a view, the filter that stands in the place of its own */
                    filter?: components["schemas"]["QueryFilter"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        at: string | null;
                        /** Format: date-time */
                        now: string;
                        inDigest: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_tables_table_digest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    recordId?: string;
                    viewId?: string;
                    /** @description Beside a view, the filter that stands in the place of its own */
                    filter?: components["schemas"]["QueryFilter"];
                    inDigest: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        inDigest: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_digest_places: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        places: {
                            tableId: string;
                            recordId: string | null;
                            viewId: string | null;
                            /** @description Null where there is none */
                            filter: unknown;
                            tableLabel: string | null;
                            viewLabel: string | null;
                            recordLabel: string | null;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_sla_metrics_summary: {
        parameters: {
            query: {
                object_type: string;
                field_key?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        stages: components["schemas"]["StageTime"][];
                        complete: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_sla_metrics_export: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The table. */
                    object_type: string;
                    field_key?: string;
                    field_value?: string;
                    record_reference?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_sla_metrics_audit: {
        parameters: {
            query: {
                object_type: string;
                field_key?: string;
                field_value?: string;
                record_reference?: string;
                order_key?: "started_at";
                order_direction?: "asc" | "desc";
                limit?: number;
                before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        audit: components["schemas"]["Stay"][];
                        next?: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_formulas_preview: {
        parameters: {
            query?: {
                numbers?: "text";
            };
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Such as `{Price} * {Quantity}`. Fields are named by their names or ids. */
                    formula: string;
                    /** @default [] */
                    recordIds?: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What the formula answers; null where it is wrong. */
                        type: string | null;
                        /** @description A value for each record, in their order: durations in seconds, null for blank, `{error, message}` for one that cannot be computed. */
                        values: unknown[];
                        /** @description What is wrong with the formula, each at its place. */
                        errors: {
                            /** @description The first character that is wrong, from 0, in UTF-16 units. */
                            from: number;
                            /** @description The character after the last one. */
                            to: number;
                            code: string;
                            message: string;
                            /** @description What the message names: of which function, which kinds of values. */
                            params: {
                                [key: string]: string | number;
                            };
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tables_table_records_bulk: {
        parameters: {
            query?: {
                fieldKey?: "id" | "name";
            };
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "update" | "delete" | "restore";
                    filter?: components["schemas"]["QueryFilter"];
                    search?: string;
                    ids?: string[];
                    except?: string[];
                    /** @description Values by field id, or by field name with ?fieldKey=name. null empties a cell. Decimals are taken as numbers or as texts ("100000000000000.01"), which are read digit by digit. A text holds at most 100 kB, and a record 4 MB of values (records.record_too_large). */
                    fields?: {
                        [key: string]: unknown;
                    };
                    /** @enum {string} */
                    mode?: "set" | "clear" | "append";
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        operationId: string;
                        total: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_operations_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        kind: string;
                        tableId: string;
                        /** @enum {string} */
                        state: "running" | "done" | "failed" | "cancelled";
                        done: number;
                        skipped: number;
                        total: number;
                        error?: {
                            code: string;
                            message: string;
                        };
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_operations_id_cancel: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        kind: string;
                        tableId: string;
                        /** @enum {string} */
                        state: "running" | "done" | "failed" | "cancelled";
                        done: number;
                        skipped: number;
                        total: number;
                        error?: {
                            code: string;
                            message: string;
                        };
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tables_table_records_record_history: {
        parameters: {
            query?: {
                fieldKey?: "id" | "name";
                before?: string;
                numbers?: "text";
            };
            header?: never;
            path: {
                table: string;
                record: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            commitId: string;
                            version: number;
                            /** Format: date-time */
                            time: string;
                            actor: {
                                id: string;
                                kind: string;
                                name?: string;
                            };
                            origin: string;
                            operationId?: string;
                            /** @enum {string} */
                            kind: "created" | "changed" | "deleted" | "restored";
                            changes: {
                                fieldId: string;
                                fieldName: string;
                                before: unknown;
                                after: unknown;
                            }[];
                        }[];
                        next?: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tables_table_history: {
        parameters: {
            query?: {
                fieldKey?: "id" | "name";
                before?: string;
                actor?: string;
                kind?: string;
            };
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            id: string;
                            commitId: string;
                            operationId?: string;
                            /** Format: date-time */
                            time: string;
                            actor: {
                                id: string;
                                kind: string;
                                name?: string;
                            };
                            origin: string;
                            kind: string;
                            records: number;
                            fieldIds?: string[];
                            fieldNames?: string[];
                            label?: string;
                            /** @description Of an action on a single record. */
                            recordId?: string;
                            recordLabel?: string;
                            /** @description Whether that record is in the table now, and not in the trash. */
                            live?: boolean;
                            /** @description Of edits of one field to one value; `before` where a single record got it. Long texts are cut. */
                            value?: {
                                fieldId: string;
                                before?: unknown;
                                after: unknown;
                            };
                            undone: boolean;
                            undoable: boolean;
                            undoes?: string;
                        }[];
                        /** @description A page may have few entries, or none, and go on. */
                        next?: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tables_table_history_entry: {
        parameters: {
            query?: {
                fieldKey?: "id" | "name";
                after?: string;
                only?: "entry";
            };
            header?: never;
            path: {
                table: string;
                entry: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entry: {
                            id: string;
                            commitId: string;
                            operationId?: string;
                            /** Format: date-time */
                            time: string;
                            actor: {
                                id: string;
                                kind: string;
                                name?: string;
                            };
                            origin: string;
                            kind: string;
                            records: number;
                            fieldIds?: string[];
                            fieldNames?: string[];
                            label?: string;
                            /** @description Of an action on a single record. */
                            recordId?: string;
                            recordLabel?: string;
                            /** @description Whether that record is in the table now, and not in the trash. */
                            live?: boolean;
                            /** @description Of edits of one field to one value; `before` where a single record got it. Long texts are cut. */
                            value?: {
                                fieldId: string;
                                before?: unknown;
                                after: unknown;
                            };
                            undone: boolean;
                            undoable: boolean;
                            undoes?: string;
                        };
                        changes: {
                            recordId: string;
                            recordLabel?: string;
                            /** @description Whether the record is in the table now, and not in the trash. */
                            live: boolean;
                            /** @enum {string} */
                            kind: "created" | "changed" | "deleted" | "restored";
                            fields: {
                                fieldId: string;
                                fieldName: string;
                                before: unknown;
                                after: unknown;
                            }[];
                            /** @description How many fields changed beside those that are told. */
                            more?: number;
                        }[];
                        next?: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tables_table_deleted_records: {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
            };
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        records: {
                            id: string;
                            label?: string;
                            /** Format: date-time */
                            deletedAt: string;
                            deletedBy: {
                                id: string;
                                name?: string;
                            };
                        }[];
                        next?: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tables_table_changes: {
        parameters: {
            query?: {
                since?: number;
            };
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            id: string;
                            version: number;
                            /** @enum {string} */
                            kind: "created" | "changed" | "deleted" | "restored";
                        }[];
                        /** @description Whether fields or views changed as well. */
                        definition: boolean;
                        position: number;
                        more: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_undo_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    preview?: boolean;
                    /** @enum {string} */
                    conflicts?: "skip" | "overwrite";
                    /** @description With preview: only the conflicts of these cells, with `undoTo` in full. */
                    whole?: {
                        recordId: string;
                        fieldId: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        commitId?: string;
                        operationId?: string;
                        kind: string;
                        records: number;
                        fields: number;
                        commits: number;
                        conflicts: {
                            recordId?: string;
                            recordLabel?: string;
                            fieldId: string;
                            fieldName: string;
                            current: unknown;
                            undoTo: unknown;
                            changedBy?: string;
                            blocked?: string;
                            /** @description Of what belongs to a table. */
                            tableId?: string;
                            deletes?: boolean;
                            /** @description Values that are long texts, of which only the beginning came: ask for them with `whole`. */
                            cut?: ("current" | "undoTo")[];
                        }[];
                        skipped: number;
                        recordIds: string[];
                        notUndoable?: string;
                        /** @enum {string} */
                        state?: "running" | "done" | "failed" | "cancelled";
                        /** @description Of an operation that made a table: how many records were added or edited since. With conflicts "skip" they stay, and the table with them; with "overwrite" the table goes to the trash as a whole. */
                        table?: {
                            id: string;
                            label: string;
                            added: number;
                            edited: number;
                        };
                    };
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        commitId?: string;
                        operationId?: string;
                        kind: string;
                        records: number;
                        fields: number;
                        commits: number;
                        conflicts: {
                            recordId?: string;
                            recordLabel?: string;
                            fieldId: string;
                            fieldName: string;
                            current: unknown;
                            undoTo: unknown;
                            changedBy?: string;
                            blocked?: string;
                            /** @description Of what belongs to a table. */
                            tableId?: string;
                            deletes?: boolean;
                            /** @description Values that are long texts, of which only the beginning came: ask for them with `whole`. */
                            cut?: ("current" | "undoTo")[];
                        }[];
                        skipped: number;
                        recordIds: string[];
                        notUndoable?: string;
                        /** @enum {string} */
                        state?: "running" | "done" | "failed" | "cancelled";
                        /** @description Of an operation that made a table: how many records were added or edited since. With conflicts "skip" they stay, and the table with them; with "overwrite" the table goes to the trash as a whole. */
                        table?: {
                            id: string;
                            label: string;
                            added: number;
                            edited: number;
                        };
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tables_table_undo_stack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        undo: {
                            id: string;
                            kind: string;
                            records: number;
                            /** Format: date-time */
                            time: string;
                        }[];
                        redo: {
                            id: string;
                            kind: string;
                            records: number;
                            /** Format: date-time */
                            time: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tasks: {
        parameters: {
            query?: {
                scope?: "my-tasks" | "assigned" | "personal" | "all";
                filter?: "all" | "to-do" | "completed" | "overdue";
                status?: "open" | "doing" | "suggestion" | "done" | "ignored";
                tableId?: string;
                recordId?: string;
                search?: string;
                before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tasks: components["schemas"]["Task"][];
                        next?: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tasks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    description?: string;
                    /** @enum {string} */
                    status?: "open" | "doing" | "suggestion" | "done" | "ignored";
                    /** @enum {string} */
                    priority?: "notPrioritized" | "low" | "medium" | "high" | "urgent";
                    owners?: string[];
                    followers?: string[];
                    startDate?: string | null;
                    deadline?: string | null;
                    todos?: {
                        title: string;
                        done: boolean;
                    }[];
                    record?: {
                        /** @description 26-character id */
                        tableId: string;
                        /** @description 26-character id */
                        recordId: string;
                    } | null;
                    recurrence?: {
                        /** @enum {string} */
                        every: "daily" | "weekly" | "monthly" | "yearly";
                        /** @default 1 */
                        interval?: number;
                        /** @default [] */
                        days?: number[];
                        /** @default false */
                        workingDays?: boolean;
                    } | null;
                    reminders?: {
                        days: number;
                        /** @default false */
                        workingDays?: boolean;
                    }[];
                    /** @description All that it has: those that it had, and uploads of yours */
                    files?: string[];
                    /** @description 26-character id */
                    id?: string;
                    parentId?: string | null;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tasks_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_tasks_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_tasks_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    description?: string;
                    /** @enum {string} */
                    status?: "open" | "doing" | "suggestion" | "done" | "ignored";
                    /** @enum {string} */
                    priority?: "notPrioritized" | "low" | "medium" | "high" | "urgent";
                    owners?: string[];
                    followers?: string[];
                    startDate?: string | null;
                    deadline?: string | null;
                    todos?: {
                        title: string;
                        done: boolean;
                    }[];
                    record?: {
                        /** @description 26-character id */
                        tableId: string;
                        /** @description 26-character id */
                        recordId: string;
                    } | null;
                    recurrence?: {
                        /** @enum {string} */
                        every: "daily" | "weekly" | "monthly" | "yearly";
                        /** @default 1 */
                        interval?: number;
                        /** @default [] */
                        days?: number[];
                        /** @default false */
                        workingDays?: boolean;
                    } | null;
                    reminders?: {
                        days: number;
                        /** @default false */
                        workingDays?: boolean;
                    }[];
                    /** @description All that it has: those that it had, and uploads of yours */
                    files?: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_task_id_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tasks_id_complete: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    completed?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_tasks_id_clone: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_automations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        automations: components["schemas"]["AutomationEntry"][];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_automations: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label: string;
                    trigger: {
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                    };
                    steps: components["schemas"]["AutomationSteps"];
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    /** @description The revision of the automation: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_automations_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body where nothing changed. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The revision of the automation: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"];
                };
            };
            /** @description As it was */
            304: {
                headers: {
                    /** @description The revision of the automation: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_automations_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label: string;
                    trigger: {
                        type: string;
                        config: {
                            [key: string]: unknown;
                        };
                    };
                    steps: components["schemas"]["AutomationSteps"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The revision of the automation: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_automations_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_automations_id_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The revision of the automation: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_automations_id_publish: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The revision of the automation: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_automations_id_enabled: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    enabled: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The revision of the automation: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_automations_id_owner: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 26-character id */
                    userId: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The revision of the automation: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_automations_id_versions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        versions: {
                            version: number;
                            at: string;
                            by: string;
                            label: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_automations_id_versions_version_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The revision of the automation: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_runs: {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        runs: components["schemas"]["AutomationRun"][];
                        next: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_automations_id_runs: {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        runs: components["schemas"]["AutomationRun"][];
                        next: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_automations_id_run: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 26-character id */
                    recordId?: string;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        runId: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_automations_id_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 26-character id */
                    recordId?: string;
                    eventId?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        steps: {
                            id: string;
                            path: string;
                            /** @enum {string} */
                            state: "done" | "failed" | "skipped";
                            input: unknown;
                            output: unknown;
                            error: {
                                code: string;
                                reason: string;
                            } | null;
                            simulated: boolean;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_runs_runId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutomationRunDetail"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_runs_runId_steps_stepId_question: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                runId: string;
                stepId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunQuestion"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_runs_runId_steps_stepId_answer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                runId: string;
                stepId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    approved: boolean;
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_runs_runId_rerun: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                runId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    fromStep?: string;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        runId: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_hooks_secret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                secret: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": unknown;
                "multipart/form-data": unknown;
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        runId: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_automations_id_hook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutomationHook"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_automations_id_hook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutomationHook"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_automations_id_hook_secret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The one of the sender: `whsec_` and 24 to 64 bytes in base64. Left out: a new one. */
                    secret?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutomationHookWithSecret"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_automations_id_hook_secret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutomationHook"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_webhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["WebhookEntry"][];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_webhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label: string;
                    /** @description http or https, without a password. */
                    url: string;
                    /** @description 26-character id */
                    tableId: string;
                    events: ("created" | "updated" | "deleted")[];
                    /**
                     * @description Of `updated`: only where one of these changed. Empty for any.
                     * @default []
                     */
                    fieldIds?: string[];
                    /** @default true */
                    active?: boolean;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    /** @description The revision of the webhook: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_webhooks_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body where nothing changed. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The revision of the webhook: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description As it was */
            304: {
                headers: {
                    /** @description The revision of the webhook: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_webhooks_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label: string;
                    /** @description http or https, without a password. */
                    url: string;
                    /** @description 26-character id */
                    tableId: string;
                    events: ("created" | "updated" | "deleted")[];
                    /**
                     * @description Of `updated`: only where one of these changed. Empty for any.
                     * @default []
                     */
                    fieldIds?: string[];
                    /** @default true */
                    active?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The revision of the webhook: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_webhooks_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_webhooks_id_secret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The revision of the webhook: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_webhooks_id_deliveries: {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
                open?: "true" | "false";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["WebhookDelivery"][];
                        next: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_webhooks_id_deliveries_deliveryId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_webhooks_id_deliveries_deliveryId_redeliver: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_webhooks_id_replay: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    since: string;
                    /** @default false */
                    failed?: boolean;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_low_code_languages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        languages: {
                            /** @enum {string} */
                            language: "javascript" | "python" | "php" | "dotNet";
                            absent: ("no_sandbox" | "no_language") | null;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_low_code_functions: {
        parameters: {
            query?: {
                page?: string;
                size?: string;
                trigger?: "0" | "1";
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        functions: components["schemas"]["LowCodeFunctionEntry"][];
                        more: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_low_code_functions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label: string;
                    /** @enum {string} */
                    language: "javascript" | "python" | "php" | "dotNet";
                    /**
                     * @description Who calls it does not wait for its answer.
                     * @default false
                     */
                    isAsync?: boolean;
                    /** @default true */
                    active?: boolean;
                    /** @description What of the records of a table starts it; null for a plain function. A change that does not name it leaves it. A before event turns `isAsync` off. The input of a call is `{event, tableId, records: [{record, before}]}` with up to 100 records, values by the ids of fields. A before event has 2 s and answers nothing, `{refuse: "why"}`, `{values: {field: value}}`, or `{records: [...]}` with one of these for each record. */
                    trigger?: {
                        event: ("beforeInsert" | "beforeUpdate" | "beforeDelete" | "afterInsert" | "afterUpdate" | "afterDelete")[];
                        /** @description 26-character id */
                        related_table: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    /** @description The revision of the function: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LowCodeFunction"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_low_code_functions_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body where nothing changed. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The revision of the function: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LowCodeFunction"];
                };
            };
            /** @description As it was */
            304: {
                headers: {
                    /** @description The revision of the function: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_low_code_functions_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label: string;
                    /** @enum {string} */
                    language: "javascript" | "python" | "php" | "dotNet";
                    /**
                     * @description Who calls it does not wait for its answer.
                     * @default false
                     */
                    isAsync?: boolean;
                    /** @default true */
                    active?: boolean;
                    /** @description What of the records of a table starts it; null for a plain function. A change that does not name it leaves it. A before event turns `isAsync` off. The input of a call is `{event, tableId, records: [{record, before}]}` with up to 100 records, values by the ids of fields. A before event has 2 s and answers nothing, `{refuse: "why"}`, `{values: {field: value}}`, or `{records: [...]}` with one of these for each record. */
                    trigger?: {
                        event: ("beforeInsert" | "beforeUpdate" | "beforeDelete" | "afterInsert" | "afterUpdate" | "afterDelete")[];
                        /** @description 26-character id */
                        related_table: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The revision of the function: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LowCodeFunction"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_low_code_functions_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_low_code_functions_id_version: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        versions: {
                            version: number;
                            note: string;
                            language: string;
                            isAsync: boolean;
                            restoredVersion: number | null;
                            at: string;
                            by: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_low_code_functions_id_version: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sourceCode: string;
                    /** @default  */
                    note?: string;
                    /**
                     * @description Who calls it does not wait for its answer.
                     * @default false
                     */
                    isAsync?: boolean;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    /** @description The revision of the function: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LowCodeFunction"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_low_code_functions_id_version_version: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LowCodeFunctionVersion"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_low_code_functions_id_version_version_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    /** @description The revision of the function: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LowCodeFunction"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_low_code_functions_id_secrets_name: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    value: string;
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_low_code_functions_id_secrets_name: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_low_code_functions_id_run: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    input?: unknown;
                    sourceCode?: string;
                    /** @default false */
                    simulated?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LowCodeFunctionCall"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_low_code_functions_id_calls: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        calls: components["schemas"]["LowCodePastCall"][];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_low_code_functions_id_calls_number: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LowCodePastCallDetail"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_low_code_functions_id_erase: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_low_code_webhook: {
        parameters: {
            query?: {
                page?: string;
                size?: string;
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["IncomingWebhookEntry"][];
                        more: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_low_code_webhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @default true */
                    active?: boolean;
                    /**
                     * @description Each call adds a record there, fields by their names.
                     * @default null
                     */
                    tableId?: string | null;
                    /**
                     * @description An active function, which is called with the call.
                     * @default null
                     */
                    functionId?: string | null;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    /** @description The revision of the incoming webhook: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncomingWebhook"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_low_code_webhook_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body where nothing changed. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The revision of the incoming webhook: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncomingWebhook"];
                };
            };
            /** @description As it was */
            304: {
                headers: {
                    /** @description The revision of the incoming webhook: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_low_code_webhook_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @default true */
                    active?: boolean;
                    /**
                     * @description Each call adds a record there, fields by their names.
                     * @default null
                     */
                    tableId?: string | null;
                    /**
                     * @description An active function, which is called with the call.
                     * @default null
                     */
                    functionId?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The revision of the incoming webhook: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncomingWebhook"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_low_code_webhook_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_low_code_webhook_id_regenerate_url: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The revision of the incoming webhook: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncomingWebhook"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_low_code_webhook_id_secret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The one of the sender: `whsec_` and 24 to 64 bytes in base64. Left out: a new one. */
                    secret?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The revision of the incoming webhook: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncomingWebhookWithSecret"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_low_code_webhook_id_secret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
                /** @description The ETag of what was read: 412 and nothing is written where it changed since. */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The revision of the incoming webhook: it rises with each change of it. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncomingWebhook"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_low_code_webhook_id_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    body?: unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncomingWebhookTest"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_hooks_in_secret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                secret: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": unknown;
                "multipart/form-data": unknown;
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        callId: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_low_code_webhook_id_calls: {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
                failed?: "true" | "false";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        calls: components["schemas"]["IncomingWebhookCall"][];
                        next: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_low_code_webhook_id_calls_callId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                callId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncomingWebhookCallDetail"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_low_code_webhook_id_calls_callId_again: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                callId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        callId: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_audit_log_webhooks: {
        parameters: {
            query?: {
                page?: string;
                size?: string;
                q?: string;
                status?: "waiting" | "successful" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rows: components["schemas"]["WebhookAuditRow"][];
                        more: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_connector_call: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": unknown;
                "multipart/form-data": unknown;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        filePath: string | null;
                        name: string | null;
                        size: number | null;
                        error: {
                            id: string;
                            message: string;
                            /** @description Of review_spreadsheet: what the file is, such as workbook, protected or empty. */
                            reason?: string;
                        } | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_connector_reading_stop: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    identifier: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        stopped: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_connector_identifier: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What reads the file: csv, excel, json, paste. */
                    connector_id: string;
                    object?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identifier: string;
                        limits: {
                            bytes: number;
                            rows: number;
                            columns: number;
                        };
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_connector_config_table: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What reads the file: csv, excel, json, paste. */
                    connector_id: string;
                    identifier: string;
                    config: {
                        filePath: string;
                        /** @description What the caller looked at before: the screen sets all three with one tick. */
                        checklist?: {
                            /** @constant */
                            organized: true;
                            /** @constant */
                            formatted: true;
                            /** @constant */
                            supported: true;
                        };
                        delimiter?: string;
                        /** @enum {string} */
                        encoding?: "utf-8" | "windows-1252" | "utf-16le" | "utf-16be" | "iso-8859-2" | "iso-8859-3" | "iso-8859-4" | "iso-8859-5" | "iso-8859-6" | "iso-8859-7" | "iso-8859-8" | "iso-8859-10" | "iso-8859-13" | "iso-8859-14" | "iso-8859-15" | "iso-8859-16" | "windows-874" | "windows-1250" | "windows-1251" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "windows-1258" | "ibm866" | "koi8-r" | "koi8-u" | "macintosh" | "x-mac-cyrillic" | "gbk" | "gb18030" | "big5" | "euc-jp" | "iso-2022-jp" | "shift_jis" | "euc-kr";
                        plainQuotes?: boolean;
                        headerRow?: number;
                        /** @description Of a workbook: the sheet, from 0; absent for the first that is shown and has rows. */
                        sheetIndex?: number | null;
                        /** @description Of a workbook: the value of merged cells stands in all of their rows that have others. */
                        fillMerged?: boolean;
                        leaveOutTotals?: boolean;
                        /**
                         * @description What happens to values that do not fit their field, that it would round or alter, or whose lines it would join: the import is refused before it writes anything (error, the default), their column becomes text (not of import_only: its fields are there), or they are left empty, rounded, altered and joined (empty). Words that say that there is none ("n/a", "-") are no such values, nor are those with a replacement.
                         * @enum {string}
                         */
                        onMisfit?: "error" | "text" | "empty";
                        label?: string;
                        primaryKey?: string | null;
                        fields?: {
                            key: string;
                            name?: string;
                            type?: string;
                            props?: components["schemas"]["ImportFieldPropsInput"];
                            readAs?: {
                                /** @enum {string} */
                                decimal?: "." | ",";
                                dayFirst?: boolean;
                                serialDates?: boolean;
                            };
                            deleted?: boolean;
                            replacements?: {
                                value: string;
                                text: string;
                            }[];
                            /** @description Of import_only: the id or the name of the field that the column fills; null for none, absent for its header. */
                            field?: string | null;
                            /** @description Of import_only, for who may change the table: the column becomes a new field, with name, type and props as in a new table. Undoing the import deletes the field, unless other records have values in it by then. */
                            newField?: boolean;
                            /** @description The column becomes a table of its own, with one record for each of its values, and a field that links to them. Undoing the import takes both tables away. */
                            asTable?: boolean;
                            /** @description Of import_only: labels without an option become options. */
                            createOptions?: boolean;
                        }[];
                        /** @enum {string} */
                        type?: "import_create_structure" | "import_only";
                        /** @description Of import_only: the table that gets the records. */
                        object?: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Of a workbook: all of its sheets. */
                        sheets: {
                            index: number;
                            name: string;
                            hidden: boolean;
                            /** @description Records, without the header and a row of totals; 0 of a chart or an empty sheet. */
                            rows: number;
                        }[];
                        layout: {
                            /** @enum {string} */
                            source: "csv" | "excel" | "json" | "paste";
                            /** @description Of a workbook: the sheet that was read. */
                            sheetIndex: number | null;
                            /** @description Cells of the sheet whose value a formula made: the value is taken. */
                            formulas: number;
                            /** @description Of those, how many the file has no value of. They stay empty. */
                            unsaid: number;
                            /** @description Areas of merged cells: their value stands in the first. */
                            merged: number;
                            /** @description Of those, how many take several rows. */
                            tall: number;
                            fillMerged: boolean;
                            delimiter: string;
                            /** @enum {string} */
                            encoding: "utf-8" | "windows-1252" | "utf-16le" | "utf-16be" | "iso-8859-2" | "iso-8859-3" | "iso-8859-4" | "iso-8859-5" | "iso-8859-6" | "iso-8859-7" | "iso-8859-8" | "iso-8859-10" | "iso-8859-13" | "iso-8859-14" | "iso-8859-15" | "iso-8859-16" | "windows-874" | "windows-1250" | "windows-1251" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "windows-1258" | "ibm866" | "koi8-r" | "koi8-u" | "macintosh" | "x-mac-cyrillic" | "gbk" | "gb18030" | "big5" | "euc-jp" | "iso-2022-jp" | "shift_jis" | "euc-kr";
                            plainQuotes: boolean;
                            /** @description Quotation marks within cells are written as \". */
                            escapes: boolean;
                            headerRow: number;
                            /**
                             * @description Whether the header row, or that there is none, is beyond doubt or was chosen; else it is to be asked.
                             * @enum {string}
                             */
                            header: "sure" | "unsure";
                            top: string[][];
                            rows: number;
                            columns: number;
                            blankRows: number;
                            blankColumns: number;
                            shortRows: number;
                            longRows: number;
                            totalsRow: number | null;
                        };
                        fields: {
                            key: string;
                            name: string;
                            header: string;
                            nameProblem: ("blank" | "duplicate") | null;
                            type: string;
                            proposedType: string;
                            props: components["schemas"]["FieldProps"];
                            readAs: {
                                /** @enum {string} */
                                decimal: "." | ",";
                                dayFirst: boolean;
                                serialDates?: boolean;
                            };
                            deleted: boolean;
                            /** @description The sheet of a workbook does not show the column: it is left out unless it is chosen. */
                            hidden: boolean;
                            fit: {
                                total: number;
                                empty: number;
                                matched: number;
                                unlisted: number;
                                rounded: number;
                                /** @description Texts of several lines, or with tabs, that the field keeps as one line. They match. */
                                joined: number;
                                /** @description Values that match and whose cell says something else: "007" as the number 7, a time that the clocks of the time zone skip, one that is finer than a millisecond. */
                                altered: number;
                                alterations: {
                                    row: number;
                                    value: string;
                                    count: number;
                                    reason: string;
                                    message: string;
                                    /** @description What stands for it in the cell. */
                                    becomes: string;
                                }[];
                                /** @description Values that say that there is none ("n/a", "-"): they are no misfits. */
                                meantEmpty: number;
                                words: {
                                    value: string;
                                    count: number;
                                }[];
                                misfits: {
                                    row: number;
                                    value: string;
                                    count: number;
                                    reason: string;
                                    message: string;
                                }[];
                            };
                            ambiguous: {
                                /** @enum {string} */
                                kind: "decimal" | "dayOrder" | "serial";
                                count: number;
                                example: string;
                                mixed: boolean;
                            } | null;
                            /** @description Why a column that looks like another type stays text, with a value that says so. */
                            staysText: {
                                /** @enum {string} */
                                why: "misfits" | "digits" | "codes" | "units" | "skipped" | "finer";
                                type: string;
                                count: number;
                                example: string;
                            } | null;
                            /** @description Values that would be left empty although the file has them, and that no replacement decides about. */
                            emptied: number;
                            samples: string[];
                            replacements: {
                                value: string;
                                text: string;
                            }[];
                            /** @description The field of the table that the column fills. */
                            field: string | null;
                            /** @description The column becomes a new field of the table. */
                            newField: boolean;
                            /** @description The column becomes a table of its own that is linked. */
                            asTable: boolean;
                            /** @description How many different texts a column has whose values repeat, so that they may be a table of their own. */
                            repeats: number | null;
                            createOptions: boolean;
                            /** @description Labels that the field has no option for: the first hundred. */
                            missingOptions: string[];
                            missingCount: number;
                        }[];
                        /** @description Values of all columns that are imported which would be left empty, rounded, say something else, or whose lines would be joined: what onMisfit is about. */
                        changed: {
                            emptied: number;
                            rounded: number;
                            joined: number;
                            altered: number;
                        };
                        records: {
                            fields: {
                                [key: string]: unknown;
                            };
                            misfits: string[];
                        }[];
                        /** @description For the column that tells records apart (primaryKey): values that stand more than once, with the numbers of their first records. Such a file is refused as it is. */
                        key: {
                            key: string;
                            repeated: number;
                            empty: number;
                            values: {
                                value: string;
                                count: number;
                                rows: number[];
                            }[];
                        } | null;
                        warnings: {
                            code: string;
                            message: string;
                        }[];
                        label: string;
                        object_id: string | null;
                        table: {
                            id: string;
                            label: string;
                            fields: {
                                id: string;
                                name: string;
                                type: string;
                                required: boolean;
                                unique: boolean;
                            }[];
                            mayAddOptions: boolean;
                            mayAddFields: boolean;
                            /** @description Required fields that no column fills. */
                            unfilled: string[];
                            /** @description What keeps records out, with the numbers of the first of them. */
                            refused: {
                                field: string;
                                /** @enum {string} */
                                reason: "required" | "repeated" | "taken";
                                count: number;
                                rows: number[];
                            }[];
                            /** @description Records that are kept out, each once. */
                            leftOut: number;
                            /** @description The file has more values of a unique field than are compared beforehand. */
                            unchecked: boolean;
                        } | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_connector_import_table: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What reads the file: csv, excel, json, paste. */
                    connector_id: string;
                    identifier: string;
                    table_import_configs: {
                        label: string;
                        fields: {
                            key: string;
                            name?: string;
                            type?: string;
                            props?: components["schemas"]["ImportFieldPropsInput"];
                            readAs?: {
                                /** @enum {string} */
                                decimal?: "." | ",";
                                dayFirst?: boolean;
                                serialDates?: boolean;
                            };
                            deleted?: boolean;
                            replacements?: {
                                value: string;
                                text: string;
                            }[];
                            /** @description Of import_only: the id or the name of the field that the column fills; null for none, absent for its header. */
                            field?: string | null;
                            /** @description Of import_only, for who may change the table: the column becomes a new field, with name, type and props as in a new table. Undoing the import deletes the field, unless other records have values in it by then. */
                            newField?: boolean;
                            /** @description The column becomes a table of its own, with one record for each of its values, and a field that links to them. Undoing the import takes both tables away. */
                            asTable?: boolean;
                            /** @description Of import_only: labels without an option become options. */
                            createOptions?: boolean;
                        }[];
                        config: {
                            filePath: string;
                            /** @description What the caller looked at before: the screen sets all three with one tick. */
                            checklist?: {
                                /** @constant */
                                organized: true;
                                /** @constant */
                                formatted: true;
                                /** @constant */
                                supported: true;
                            };
                            delimiter?: string;
                            /** @enum {string} */
                            encoding?: "utf-8" | "windows-1252" | "utf-16le" | "utf-16be" | "iso-8859-2" | "iso-8859-3" | "iso-8859-4" | "iso-8859-5" | "iso-8859-6" | "iso-8859-7" | "iso-8859-8" | "iso-8859-10" | "iso-8859-13" | "iso-8859-14" | "iso-8859-15" | "iso-8859-16" | "windows-874" | "windows-1250" | "windows-1251" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "windows-1258" | "ibm866" | "koi8-r" | "koi8-u" | "macintosh" | "x-mac-cyrillic" | "gbk" | "gb18030" | "big5" | "euc-jp" | "iso-2022-jp" | "shift_jis" | "euc-kr";
                            plainQuotes?: boolean;
                            headerRow?: number;
                            /** @description Of a workbook: the sheet, from 0; absent for the first that is shown and has rows. */
                            sheetIndex?: number | null;
                            /** @description Of a workbook: the value of merged cells stands in all of their rows that have others. */
                            fillMerged?: boolean;
                            leaveOutTotals?: boolean;
                            /**
                             * @description What happens to values that do not fit their field, that it would round or alter, or whose lines it would join: the import is refused before it writes anything (error, the default), their column becomes text (not of import_only: its fields are there), or they are left empty, rounded, altered and joined (empty). Words that say that there is none ("n/a", "-") are no such values, nor are those with a replacement.
                             * @enum {string}
                             */
                            onMisfit?: "error" | "text" | "empty";
                            /** @description Of import_only: the table that gets the records. */
                            object?: string | null;
                            isRunAutomations?: boolean;
                            /** @enum {string} */
                            type: "import_create_structure" | "import_only";
                            /** @description Of import_only: records that required and unique fields refuse are left out, not the whole file. */
                            leaveOut?: boolean;
                            primaryKey?: string | null;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        operationId: string;
                        tableId: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_connector_imports_operationId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        operationId: string;
                        identifier: string;
                        /** @enum {string} */
                        state: "running" | "done" | "cancelled" | "failed";
                        done: number;
                        total: number;
                        misfits: number;
                        /** @description Records that the required and unique fields of the table kept out. */
                        leftOut: number;
                        /** @description The records went into a table that was there. */
                        into: boolean;
                        fields: number;
                        tableId: string;
                        label: string;
                        fileName: string;
                        /** @description Who imported it. */
                        userId: string;
                        /** @description Whether the caller may stop it: its maker and administrators may. */
                        mayStop: boolean;
                        startedAt: string;
                        endedAt: string | null;
                        error: {
                            code: string;
                            message: string;
                        } | null;
                        /** @description The table that it made was taken away since, by an undo or otherwise. */
                        tableGone: boolean;
                        /** @description What of the file did not land as it stood there, as it was known when the import began. It is kept. Who is neither its maker nor an administrator gets the counts, without values and headers of the file. */
                        report: {
                            losses: {
                                name: string;
                                /** @description misfit (left empty), rounded, joined (their lines), altered (007 as 7); or why records were kept out: required, repeated, taken. */
                                reason: string;
                                count: number;
                                examples: {
                                    value: string;
                                    row: number;
                                }[];
                            }[];
                            leftColumns: string[];
                            /** @description Names of the fields that it added to a table that was there. */
                            newFields: string[];
                            totalsLeftOut: boolean;
                        };
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_connector_import_history: {
        parameters: {
            query?: {
                object?: string;
                scope?: "mine" | "all";
                before?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        imports: {
                            operationId: string;
                            identifier: string;
                            /** @enum {string} */
                            state: "running" | "done" | "cancelled" | "failed";
                            done: number;
                            total: number;
                            misfits: number;
                            /** @description Records that the required and unique fields of the table kept out. */
                            leftOut: number;
                            /** @description The records went into a table that was there. */
                            into: boolean;
                            fields: number;
                            tableId: string;
                            label: string;
                            fileName: string;
                            /** @description Who imported it. */
                            userId: string;
                            /** @description Whether the caller may stop it: its maker and administrators may. */
                            mayStop: boolean;
                            startedAt: string;
                            endedAt: string | null;
                            error: {
                                code: string;
                                message: string;
                            } | null;
                            /** @description The table that it made was taken away since, by an undo or otherwise. */
                            tableGone: boolean;
                        }[];
                        more: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_connector_imports_operationId_cancel: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        operationId: string;
                        identifier: string;
                        /** @enum {string} */
                        state: "running" | "done" | "cancelled" | "failed";
                        done: number;
                        total: number;
                        misfits: number;
                        /** @description Records that the required and unique fields of the table kept out. */
                        leftOut: number;
                        /** @description The records went into a table that was there. */
                        into: boolean;
                        fields: number;
                        tableId: string;
                        label: string;
                        fileName: string;
                        /** @description Who imported it. */
                        userId: string;
                        /** @description Whether the caller may stop it: its maker and administrators may. */
                        mayStop: boolean;
                        startedAt: string;
                        endedAt: string | null;
                        error: {
                            code: string;
                            message: string;
                        } | null;
                        /** @description The table that it made was taken away since, by an undo or otherwise. */
                        tableGone: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_connector_imports: {
        parameters: {
            query: {
                identifier: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identifier: string;
                        /** @description The table that it was begun for. */
                        object: string | null;
                        file: {
                            filePath: string;
                            name: string;
                            size: number;
                        } | null;
                        config: {
                            filePath: string;
                            /** @description What the caller looked at before: the screen sets all three with one tick. */
                            checklist?: {
                                /** @constant */
                                organized: true;
                                /** @constant */
                                formatted: true;
                                /** @constant */
                                supported: true;
                            };
                            delimiter?: string;
                            /** @enum {string} */
                            encoding?: "utf-8" | "windows-1252" | "utf-16le" | "utf-16be" | "iso-8859-2" | "iso-8859-3" | "iso-8859-4" | "iso-8859-5" | "iso-8859-6" | "iso-8859-7" | "iso-8859-8" | "iso-8859-10" | "iso-8859-13" | "iso-8859-14" | "iso-8859-15" | "iso-8859-16" | "windows-874" | "windows-1250" | "windows-1251" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "windows-1258" | "ibm866" | "koi8-r" | "koi8-u" | "macintosh" | "x-mac-cyrillic" | "gbk" | "gb18030" | "big5" | "euc-jp" | "iso-2022-jp" | "shift_jis" | "euc-kr";
                            plainQuotes?: boolean;
                            headerRow?: number;
                            /** @description Of a workbook: the sheet, from 0; absent for the first that is shown and has rows. */
                            sheetIndex?: number | null;
                            /** @description Of a workbook: the value of merged cells stands in all of their rows that have others. */
                            fillMerged?: boolean;
                            leaveOutTotals?: boolean;
                            /**
                             * @description What happens to values that do not fit their field, that it would round or alter, or whose lines it would join: the import is refused before it writes anything (error, the default), their column becomes text (not of import_only: its fields are there), or they are left empty, rounded, altered and joined (empty). Words that say that there is none ("n/a", "-") are no such values, nor are those with a replacement.
                             * @enum {string}
                             */
                            onMisfit?: "error" | "text" | "empty";
                            label?: string;
                            primaryKey?: string | null;
                            fields?: {
                                key: string;
                                name?: string;
                                type?: string;
                                props?: components["schemas"]["ImportFieldPropsInput"];
                                readAs?: {
                                    /** @enum {string} */
                                    decimal?: "." | ",";
                                    dayFirst?: boolean;
                                    serialDates?: boolean;
                                };
                                deleted?: boolean;
                                replacements?: {
                                    value: string;
                                    text: string;
                                }[];
                                /** @description Of import_only: the id or the name of the field that the column fills; null for none, absent for its header. */
                                field?: string | null;
                                /** @description Of import_only, for who may change the table: the column becomes a new field, with name, type and props as in a new table. Undoing the import deletes the field, unless other records have values in it by then. */
                                newField?: boolean;
                                /** @description The column becomes a table of its own, with one record for each of its values, and a field that links to them. Undoing the import takes both tables away. */
                                asTable?: boolean;
                                /** @description Of import_only: labels without an option become options. */
                                createOptions?: boolean;
                            }[];
                            /** @enum {string} */
                            type?: "import_create_structure" | "import_only";
                            /** @description Of import_only: the table that gets the records. */
                            object?: string | null;
                        } | null;
                        imports: {
                            operationId: string;
                            identifier: string;
                            /** @enum {string} */
                            state: "running" | "done" | "cancelled" | "failed";
                            done: number;
                            total: number;
                            misfits: number;
                            /** @description Records that the required and unique fields of the table kept out. */
                            leftOut: number;
                            /** @description The records went into a table that was there. */
                            into: boolean;
                            fields: number;
                            tableId: string;
                            label: string;
                            fileName: string;
                            /** @description Who imported it. */
                            userId: string;
                            /** @description Whether the caller may stop it: its maker and administrators may. */
                            mayStop: boolean;
                            startedAt: string;
                            endedAt: string | null;
                            error: {
                                code: string;
                                message: string;
                            } | null;
                            /** @description The table that it made was taken away since, by an undo or otherwise. */
                            tableGone: boolean;
                        }[];
                        reading: {
                            rows: number;
                        } | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_preferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        preferences: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_preferences_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    value: components["schemas"]["Schema"];
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_home: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        recent: {
                            /** @constant */
                            type: "table";
                            id: string;
                            label: string;
                            icon: string;
                            color: string;
                            openedAt: string;
                        }[];
                        tables: {
                            id: string;
                            label: string;
                            icon: string;
                            color: string;
                            createdAt: string;
                            updatedAt: string;
                            access: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_recents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "table";
                    id: string;
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_apps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apps: components["schemas"]["AppEntry"][];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_apps: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label: string;
                    icon?: string;
                    color?: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_apps_archived: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apps: components["schemas"]["ArchivedApp"][];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_apps_id: {
        parameters: {
            query?: {
                draft?: "true" | "false";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_apps_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_apps_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label?: string;
                    icon?: string | null;
                    color?: string | null;
                    background_color?: ("" | string) | null;
                    font?: string | null;
                    disable_desktop_scrolling?: boolean;
                    tablet_follows_mobile_layout?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_apps_id_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_apps_id_duplicate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_apps_id_blocks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    type: string;
                    config: {
                        [key: string]: unknown;
                    };
                    desktop?: {
                        x: number;
                        y: number;
                        w: number;
                        h: number;
                    };
                    mobile?: {
                        x: number;
                        y: number;
                        w: number;
                        h: number;
                    };
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        block: {
                            id: string;
                            config: {
                                type: string;
                            } & {
                                [key: string]: unknown;
                            };
                        };
                        app: components["schemas"]["App"];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_apps_id_blocks_blockId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                blockId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_apps_id_blocks_blockId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                blockId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    config: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        block: {
                            id: string;
                            config: {
                                type: string;
                            } & {
                                [key: string]: unknown;
                            };
                        };
                        app: components["schemas"]["App"];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_apps_id_blocks_blockId_copy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                blockId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 26-character id */
                    appId: string;
                } | {
                    /** @description 26-character id */
                    docPageId: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        appId: string;
                        blockId: string;
                    } | {
                        docPageId: string;
                        blockId: string;
                        height: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_apps_id_layout: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    desktop?: {
                        /** @description 26-character id */
                        id: string;
                        x: number;
                        y: number;
                        w: number;
                        h: number;
                    }[];
                    mobile?: {
                        /** @description 26-character id */
                        id: string;
                        x: number;
                        y: number;
                        w: number;
                        h: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_apps_id_bars: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    top_bar?: components["schemas"]["TopBarInput"] | null;
                    bottom_nav?: components["schemas"]["BottomNavInput"] | null;
                    menu_bar?: components["schemas"]["MenuBarInput"] | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_apps_id_bars_logo: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    bar: "top_bar" | "menu_bar";
                    logo: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_apps_id_publish: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_apps_id_versions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        versions: {
                            version: number;
                            at: string;
                            by: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_apps_id_versions_version_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_apps_id_query: {
        parameters: {
            query?: {
                draft?: "true" | "false";
            };
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Those alone; all without it */
                    blocks?: string[];
                    /** @description By the id of a table: what all blocks of it are filtered by beside their own */
                    filters?: {
                        [key: string]: {
                            fieldId: string;
                            part?: string;
                            operator: string;
                            value?: unknown;
                        } | {
                            and: ({
                                fieldId: string;
                                part?: string;
                                operator: string;
                                value?: unknown;
                            } | {
                                and: ({
                                    fieldId: string;
                                    part?: string;
                                    operator: string;
                                    value?: unknown;
                                } | {
                                    and: ({
                                        fieldId: string;
                                        part?: string;
                                        operator: string;
                                        value?: unknown;
                                    } | {
                                        and: {
                                            fieldId: string;
                                            part?: string;
                                            operator: string;
                                            value?: unknown;
                                        }[];
                                    } | {
                                        or: {
                                            fieldId: string;
                                            part?: string;
                                            operator: string;
                                            value?: unknown;
                                        }[];
                                    })[];
                                } | {
                                    or: ({
                                        fieldId: string;
                                        part?: string;
                                        operator: string;
                                        value?: unknown;
                                    } | {
                                        and: {
                                            fieldId: string;
                                            part?: string;
                                            operator: string;
                                            value?: unknown;
                                        }[];
                                    } | {
                                        or: {
                                            fieldId: string;
                                            part?: string;
                                            operator: string;
                                            value?: unknown;
                                        }[];
                                    })[];
                                })[];
                            } | {
                                or: ({
                                    fieldId: string;
                                    part?: string;
                                    operator: string;
                                    value?: unknown;
                                } | {
                                    and: ({
                                        fieldId: string;
                                        part?: string;
                                        operator: string;
                                        value?: unknown;
                                    } | {
                                        and: {
                                            fieldId: string;
                                            part?: string;
                                            operator: string;
                                            value?: unknown;
                                        }[];
                                    } | {
                                        or: {
                                            fieldId: string;
                                            part?: string;
                                            operator: string;
                                            value?: unknown;
                                        }[];
                                    })[];
                                } | {
                                    or: ({
                                        fieldId: string;
                                        part?: string;
                                        operator: string;
                                        value?: unknown;
                                    } | {
                                        and: {
                                            fieldId: string;
                                            part?: string;
                                            operator: string;
                                            value?: unknown;
                                        }[];
                                    } | {
                                        or: {
                                            fieldId: string;
                                            part?: string;
                                            operator: string;
                                            value?: unknown;
                                        }[];
                                    })[];
                                })[];
                            })[];
                        } | {
                            or: ({
                                fieldId: string;
                                part?: string;
                                operator: string;
                                value?: unknown;
                            } | {
                                and: ({
                                    fieldId: string;
                                    part?: string;
                                    operator: string;
                                    value?: unknown;
                                } | {
                                    and: ({
                                        fieldId: string;
                                        part?: string;
                                        operator: string;
                                        value?: unknown;
                                    } | {
                                        and: {
                                            fieldId: string;
                                            part?: string;
                                            operator: string;
                                            value?: unknown;
                                        }[];
                                    } | {
                                        or: {
                                            fieldId: string;
                                            part?: string;
                                            operator: string;
                                            value?: unknown;
                                        }[];
                                    })[];
                                } | {
                                    or: ({
                                        fieldId: string;
                                        part?: string;
                                        operator: string;
                                        value?: unknown;
                                    } | {
                                        and: {
                                            fieldId: string;
                                            part?: string;
                                            operator: string;
                                            value?: unknown;
                                        }[];
                                    } | {
                                        or: {
                                            fieldId: string;
                                            part?: string;
                                            operator: string;
                                            value?: unknown;
                                        }[];
                                    })[];
                                })[];
                            } | {
                                or: ({
                                    fieldId: string;
                                    part?: string;
                                    operator: string;
                                    value?: unknown;
                                } | {
                                    and: ({
                                        fieldId: string;
                                        part?: string;
                                        operator: string;
                                        value?: unknown;
                                    } | {
                                        and: {
                                            fieldId: string;
                                            part?: string;
                                            operator: string;
                                            value?: unknown;
                                        }[];
                                    } | {
                                        or: {
                                            fieldId: string;
                                            part?: string;
                                            operator: string;
                                            value?: unknown;
                                        }[];
                                    })[];
                                } | {
                                    or: ({
                                        fieldId: string;
                                        part?: string;
                                        operator: string;
                                        value?: unknown;
                                    } | {
                                        and: {
                                            fieldId: string;
                                            part?: string;
                                            operator: string;
                                            value?: unknown;
                                        }[];
                                    } | {
                                        or: {
                                            fieldId: string;
                                            part?: string;
                                            operator: string;
                                            value?: unknown;
                                        }[];
                                    })[];
                                })[];
                            })[];
                        };
                    };
                    search?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            [key: string]: components["schemas"]["BlockAnswer"];
                        };
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_folders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        folders: components["schemas"]["Folder"][];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_folders: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label: string;
                    parentId?: string | null;
                    tabs: {
                        /** @description 26-character id */
                        id: string;
                        /** @enum {string} */
                        type: "table" | "app";
                    }[];
                    icon?: string;
                    color?: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Folder"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_folders_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_folders_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label?: string;
                    parentId?: string | null;
                    tabs?: {
                        /** @description 26-character id */
                        id: string;
                        /** @enum {string} */
                        type: "table" | "app";
                    }[];
                    icon?: string | null;
                    color?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Folder"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_favorites: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        favorites: {
                            /** @enum {string} */
                            type: "table" | "app" | "folder" | "doc-page" | "record";
                            id: string;
                            tableId?: string;
                            label: string;
                            color: string | null;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_favorites: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    favorites: {
                        /** @enum {string} */
                        type: "table" | "app" | "folder" | "doc-page" | "record";
                        id: string;
                        tableId?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_doc_pages: {
        parameters: {
            query?: {
                search?: string;
                archived?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        pages: components["schemas"]["DocPageEntry"][];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_doc_pages: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    icon?: string;
                    /** @description The document of the editor, or `{text}`: a Markdown text */
                    content?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocPage"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_doc_pages_markdown: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    text: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        content: {
                            type: string;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_doc_pages_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocPage"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_doc_pages_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_doc_pages_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    icon?: string | null;
                    /** @description The document of the editor, or `{text}`: a Markdown text */
                    content?: {
                        [key: string]: unknown;
                    };
                    version?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocPage"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_doc_pages_id_text: {
        parameters: {
            query?: {
                since?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description An update of yjs, as base64: what is not here */
                        update: string;
                        /** @description The state vector of yjs, as base64: what is at the service */
                        vector: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_doc_pages_id_text: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: base64 */
                    update: string;
                    endsVersion?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The state vector of yjs, as base64: what is at the service */
                        vector: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_doc_pages_id_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocPage"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_doc_pages_id_versions: {
        parameters: {
            query?: {
                before?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        versions: {
                            version: string;
                            at: string;
                            /** @description The user, or what else changed it */
                            by: string;
                            title: string;
                        }[];
                        next?: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_doc_pages_id_versions_version_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocPage"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_doc_pages_id_export: {
        parameters: {
            query: {
                format: "markdown";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_public_view_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The table, the doc page, or the app */
                    identifier: string;
                    /** @enum {string} */
                    type: "object" | "form" | "dashboard" | "doc-page";
                    /** @description The view; a form needs one */
                    viewId?: string;
                    /** @description 26-character id */
                    recordId?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicLink"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_public_view_get: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The table, the doc page, or the app */
                    identifier: string;
                    /** @enum {string} */
                    type: "object" | "form" | "dashboard" | "doc-page";
                    /** @description The view; a form needs one */
                    viewId?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicLink"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_public_view_delete: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The table, the doc page, or the app */
                    identifier: string;
                    /** @enum {string} */
                    type: "object" | "form" | "dashboard" | "doc-page";
                    /** @description The view; a form needs one */
                    viewId?: string;
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_public_links: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        off: boolean;
                        links: components["schemas"]["PublicLink"][];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_public_links_off: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    off: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        off: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_public_links_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicLink"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_public_links_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    active?: boolean;
                    title?: string | null;
                    fields?: string[];
                    canWrite?: boolean;
                    password?: string | null;
                    expires_at?: string | null;
                    answer_limit?: number | null;
                    show_brand?: boolean;
                    embed_hosts?: string[];
                    indexed?: boolean;
                    one_answer?: boolean;
                    receipts?: boolean;
                    changeable?: boolean;
                    /** @description Of an app: rights of some of its blocks; those of others stay */
                    blocks?: {
                        /** @description 26-character id */
                        id: string;
                        /** @enum {string} */
                        right: "hidden" | "read" | "write";
                    }[];
                    show_title?: boolean;
                    show_top_bar?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicLink"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_public_view_id__share: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    emails: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sent: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_public_token: {
        parameters: {
            query?: {
                org?: string;
            };
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        locked: true;
                    } | {
                        /** @constant */
                        locked: false;
                        /** @constant */
                        type: "form";
                        title: string;
                        description: string;
                        brand: string | null;
                        color: string | null;
                        submitLabel: string;
                        successMessage: string;
                        questions: components["schemas"]["PublicQuestion"][];
                        /** @description Goes with the answer, which takes one once */
                        ticket: string;
                        /** @description Zero bits at the front of the SHA-256 of `{ticket}.{proof}` */
                        work: number;
                        /** @description Each browser is asked once */
                        once: boolean;
                        /** @description This browser answered, and is asked once; `change` leads to the answer, where it may change */
                        answered: {
                            change: string | null;
                        } | null;
                    } | {
                        /** @constant */
                        locked: false;
                        /** @constant */
                        type: "object";
                        title: string;
                        brand: string | null;
                        columns: {
                            id: string;
                            label: string;
                        }[];
                    } | {
                        /** @constant */
                        locked: false;
                        /** @constant */
                        type: "dashboard";
                        title: string;
                        brand: string | null;
                        shows_title: boolean;
                        top_bar: {
                            color: string | null;
                            logo: string | null;
                            tabs: {
                                label: string;
                                color: string | null;
                                href: string;
                            }[];
                        } | null;
                        background: string | null;
                        columns: {
                            desktop: number;
                            mobile: number;
                        };
                        layouts: {
                            desktop: {
                                id: string;
                                x: number;
                                y: number;
                                w: number;
                                h: number;
                            }[];
                            mobile: {
                                id: string;
                                x: number;
                                y: number;
                                w: number;
                                h: number;
                            }[];
                        };
                        blocks: {
                            id: string;
                            type: string;
                            /** @description How it looks; what it asks of its table is not told */
                            config: {
                                [key: string]: unknown;
                            };
                            /** @description Of a block that asks */
                            form: {
                                questions: components["schemas"]["PublicQuestion"][];
                                ticket: string;
                            } | null;
                        }[];
                        work: number;
                    } | {
                        /** @constant */
                        locked: false;
                        /** @constant */
                        type: "doc-page";
                        title: string;
                        brand: string | null;
                        /** @description As the editor has it. People are texts with their names; a record says only that it is one */
                        content: {
                            type: string;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_public_form_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        table_id: string;
                        record_id: string | null;
                        fields: {
                            id: string;
                            /** @enum {string} */
                            type: "field" | "page_break";
                            field_id?: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_public_token_password: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_public_token_query: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    limit?: number;
                    after?: string;
                    search?: string;
                    /** @description Of an app: those alone */
                    blocks?: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rows: {
                            cells: string[];
                        }[];
                        next: string | null;
                    } | {
                        results: {
                            [key: string]: components["schemas"]["BlockAnswer"];
                        };
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_public_token_records: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    fields: {
                        [key: string]: unknown;
                    };
                    ticket: string;
                    proof?: string;
                    /** @description Stays empty: people do not see it */
                    website?: string;
                    /** @description Of an app: the block that asks */
                    block?: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Leads to the answer, where it may be changed */
                        change: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_public_token_answer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    change: string;
                    fields: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_public_token_answer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    change: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        questions: components["schemas"]["PublicQuestion"][];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_builder_create_app: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        model: string | null;
                        on: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_builder_create_app: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description: string;
                    attachments?: string[];
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Build"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_builder_create_app_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Build"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_builder_create_app_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_builder_create_app_id_accept: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    without?: string[];
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Build"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_template_list: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    filters?: {
                        featured?: boolean;
                        most_popular?: boolean;
                        categories?: ("featured" | "sales" | "operations" | "support" | "projects" | "people" | "finance")[];
                    };
                    /** @enum {string} */
                    language?: "en" | "pt" | "es" | "all";
                    search?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        templates: components["schemas"]["TemplateEntry"][];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_template_category_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        categories: {
                            id: string;
                            name: string;
                            section: string;
                            color: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_template_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_template_install: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    slug: string;
                    /** @description Whether its example records come as well; they do by default */
                    data?: boolean;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateInstall"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_template_install_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateInstall"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_template_my: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        templates: components["schemas"]["OwnTemplate"][];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_template_save: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    short_description: string;
                    description: string;
                    categories: ("featured" | "sales" | "operations" | "support" | "projects" | "people" | "finance")[];
                    /** @enum {string} */
                    language: "en" | "pt" | "es";
                    workspace: {
                        id: string;
                        data: boolean;
                        /** @description Whether the automations of its tables go along that you may change; not by default */
                        automations?: boolean;
                    };
                    /** @description Whether it is to stand in the gallery of all; it is, by default */
                    publish?: boolean;
                    id_template_old?: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_template_delete: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    template_id: string;
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_folders_id_duplicate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label?: string;
                    records?: boolean;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateInstall"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_features: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        features: {
                            /** @enum {string} */
                            manageAutomations: "on" | "blocked";
                            /** @enum {string} */
                            api: "on" | "blocked";
                            /** @enum {string} */
                            lowCode: "on" | "blocked";
                            /** @enum {string} */
                            roles: "on" | "blocked";
                            /** @enum {string} */
                            historyLog: "on" | "blocked";
                            /** @enum {string} */
                            advancedDevFeatures: "on" | "blocked";
                            /** @enum {string} */
                            advancedBusinessFeatures: "on" | "blocked";
                            /** @enum {string} */
                            premiumAppBlocksAndFields: "on" | "blocked";
                            /** @enum {string} */
                            devAppBlocksAndFields: "on" | "blocked";
                        };
                        /** @description Whether the plan is blocked: then only this, the session and exports answer */
                        blocked: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_subscription_current: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        planId: string;
                        isTrial: boolean;
                        trialDaysLeft: number;
                        /** @description monthly, annual, or null where the plan has no price */
                        recurrency: string | null;
                        /** @description When a payment that is late blocks the plan */
                        blocked_from: string | null;
                        /** @description Null where there is no limit */
                        maxAutomationRuns: number | null;
                        /** @description Null where there is no limit */
                        maxDatabaseRows: number | null;
                        /** @description Null where there is no limit */
                        lowcodeLimit: number | null;
                        /** @description Null where there is no limit */
                        maxApiCalls: number | null;
                        /** @description Null where there is no limit */
                        aiCredits: number | null;
                        /** @description In percent of the limit */
                        overUsageTolerance: number;
                        allowViewers: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_subscription_plans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        plans: {
                            id: string;
                            /** @description Per user and month */
                            prices: {
                                BRL: {
                                    monthly: number;
                                    annual: number;
                                };
                                USD: {
                                    monthly: number;
                                    annual: number;
                                };
                            };
                            leastBuilders: number;
                            features: ("manageAutomations" | "api" | "lowCode" | "roles" | "historyLog" | "advancedDevFeatures" | "advancedBusinessFeatures" | "premiumAppBlocksAndFields" | "devAppBlocksAndFields")[];
                            /** @description Null where there is no limit */
                            maxAutomationRuns: number | null;
                            /** @description Null where there is no limit */
                            maxDatabaseRows: number | null;
                            /** @description Null where there is no limit */
                            lowcodeLimit: number | null;
                            /** @description Null where there is no limit */
                            maxApiCalls: number | null;
                            /** @description Null where there is no limit */
                            aiCredits: number | null;
                            overUsageTolerance: number;
                            allowViewers: boolean;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_account_usage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date */
                        month_start: string;
                        /** Format: date */
                        starts_again: string;
                        runs: {
                            used: number;
                            /** @description Null where there is no limit */
                            limit: number | null;
                            /** @description Null where nothing was counted */
                            updated_at: string | null;
                        };
                        api_calls: {
                            used: number;
                            /** @description Null where there is no limit */
                            limit: number | null;
                            /** @description Null where nothing was counted */
                            updated_at: string | null;
                        };
                        lowcode: {
                            /** @description In GB*s */
                            used: number;
                            /** @description Null where there is no limit */
                            limit: number | null;
                            /** @description Null where nothing was counted */
                            updated_at: string | null;
                        };
                        ai_credits: {
                            used: number;
                            /** @description Null where there is no limit */
                            limit: number | null;
                        };
                        storage: {
                            /** @description In bytes */
                            used: number;
                            /** @description Null where nothing was counted */
                            updated_at: string | null;
                        };
                        database_rows: {
                            used: number;
                            /** @description Null where there is no limit */
                            limit: number | null;
                            table: {
                                id: string;
                                label: string;
                            } | null;
                        };
                        /** @description Runs by day; days without runs are absent */
                        days: {
                            /** Format: date */
                            day: string;
                            total: number;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_account_usage_automations: {
        parameters: {
            query?: {
                start_day?: string;
                end_day?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date */
                        start_day: string;
                        /** Format: date */
                        end_day: string;
                        total: number;
                        items: {
                            id: string;
                            title: string;
                            total: number;
                            /** @enum {string} */
                            type: "no_code";
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_mgt_resources_metrics_lowcode: {
        parameters: {
            query?: {
                type?: "fcn_per_interval";
                start_day?: string;
                end_day?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date */
                        start_day: string;
                        /** Format: date */
                        end_day: string;
                        /** @description In GB*s */
                        total: number;
                        functions: {
                            reference_key: string;
                            label: string;
                            total_executions: number;
                            /** @description In GB*s */
                            total_consumed: number;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_conversations_search: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    search: string;
                    /** Format: date-time */
                    before?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conversations: components["schemas"]["Conversation"][];
                        messages: components["schemas"]["FoundMessage"][];
                        previous?: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_conversations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conversations: components["schemas"]["Conversation"][];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_conversations: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    chatType: "channel" | "private_channel" | "dm";
                    name?: string;
                    iconColor?: string;
                    members?: string[];
                    /** @description 26-character id */
                    userId?: string;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_conversations_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_conversations_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_conversations_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    iconColor?: string | null;
                    members?: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_conversations_id_mine: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    starred?: boolean;
                    muted?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_conversations_id_read: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sequence: number;
                    /** @description 26-character id */
                    threadId?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_conversations_id_messages: {
        parameters: {
            query?: {
                before?: number;
                after?: number;
                around?: number;
                thread?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        messages: components["schemas"]["Message"][];
                        previous?: number;
                        next?: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_conversations_id_messages: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 26-character id */
                    id?: string;
                    content: {
                        blocks: {
                            /** @enum {string} */
                            kind: "paragraph" | "bullet" | "code";
                            runs: {
                                text: string;
                                bold?: boolean;
                                italic?: boolean;
                                code?: boolean;
                                href?: string;
                                userId?: string;
                            }[];
                        }[];
                    };
                    /** @description 26-character id */
                    threadId?: string;
                    /** @description Of a doc page: the words that it is about */
                    anchor?: {
                        quote: string;
                        at: number;
                    };
                    /** @description Uploads of yours; a comment of a record has none, since its record has fields for them */
                    files?: string[];
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_conversations_id_messages_messageId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_conversations_id_messages_messageId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                messageId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    content: {
                        blocks: {
                            /** @enum {string} */
                            kind: "paragraph" | "bullet" | "code";
                            runs: {
                                text: string;
                                bold?: boolean;
                                italic?: boolean;
                                code?: boolean;
                                href?: string;
                                userId?: string;
                            }[];
                        }[];
                    };
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_conversations_id_messages_messageId_resolved: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                messageId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    resolved: boolean;
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_conversations_id_messages_messageId_reactions_emoji: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                messageId: string;
                emoji: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_conversations_id_messages_messageId_reactions_emoji: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                messageId: string;
                emoji: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_conversations_id_export: {
        parameters: {
            query: {
                format: "markdown";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_files_limits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        fileBytes: number;
                        roomLeft: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_files: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": unknown;
                "multipart/form-data": unknown;
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadedFile"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_files_uploads_upload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                upload: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileUpload"];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_files_uploads_upload: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                upload: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patch_files_uploads_upload: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                upload: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": unknown;
                "multipart/form-data": unknown;
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_files_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_files_file_thumbnail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_files_links: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    tableId: string;
                    fieldId: string;
                    files: {
                        recordId: string;
                        id: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        links: components["schemas"]["FileLink"][];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_files_open_link: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                link: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_notifications: {
        parameters: {
            query?: {
                language?: "en" | "pt" | "es";
                limit?: number;
                after?: string;
                filter?: "unread" | "bookmarked" | "read" | "snoozed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        unread: number;
                        notifications: {
                            id: string;
                            /** @enum {string} */
                            kind: "assigned" | "mentioned" | "import" | "operation" | "automation" | "task" | "message" | "usage" | "late";
                            title: string;
                            link: string | null;
                            at: string;
                            isRead: boolean;
                            isBookmarked: boolean;
                            forwardedBy: string | null;
                            snoozedUntil: string | null;
                        }[];
                        next: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_notifications_id_read: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_notifications_read: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_notifications_id_bookmark: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default true */
                    bookmarked?: boolean;
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_notifications_mutes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        kinds: ("assigned" | "mentioned" | "import" | "operation" | "automation" | "task" | "message" | "usage" | "late")[];
                        tableIds: string[];
                        recordIds: string[];
                        /** @description Each by the message that it answers */
                        threadIds: string[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    put_notifications_mutes: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    kinds: ("assigned" | "mentioned" | "import" | "operation" | "automation" | "task" | "message" | "usage" | "late")[];
                    tableIds: string[];
                    recordIds?: string[];
                    /** @description Each by the message that it answers */
                    threadIds?: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        kinds: ("assigned" | "mentioned" | "import" | "operation" | "automation" | "task" | "message" | "usage" | "late")[];
                        tableIds: string[];
                        recordIds: string[];
                        /** @description Each by the message that it answers */
                        threadIds: string[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_notifications_id_snooze: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    until: string | null;
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_notifications_id_forward: {
        parameters: {
            query?: {
                search?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        people: {
                            id: string;
                            name: string;
                            canOpen: boolean;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_notifications_id_forward: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    userId: string;
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_user_settings_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        settings: {
                            /** @enum {string} */
                            setting_key: "user_assignment_notification_tessera" | "user_assignment_notification_email" | "user_assignment_notification_push" | "user_mention_notification_tessera" | "user_mention_notification_email" | "user_mention_notification_push" | "user_import_notification_tessera" | "user_import_notification_email" | "user_import_notification_push" | "user_operation_notification_tessera" | "user_operation_notification_email" | "user_operation_notification_push" | "user_automation_notification_tessera" | "user_automation_notification_email" | "user_automation_notification_push" | "user_task_notification_tessera" | "user_task_notification_email" | "user_task_notification_push" | "user_message_notification_tessera" | "user_message_notification_email" | "user_message_notification_push" | "user_usage_notification_tessera" | "user_usage_notification_email" | "user_usage_notification_push" | "user_time_limit_notification_tessera" | "user_time_limit_notification_email" | "user_time_limit_notification_push" | "user_notification_digest" | "user_notification_digest_hour" | "user_notification_digest_weekday" | "user_notification_language" | "user_notification_timezone";
                            setting_value: boolean | number | string;
                        }[];
                        sends_mail: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_user_settings_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    setting_key: "user_assignment_notification_tessera" | "user_assignment_notification_email" | "user_assignment_notification_push" | "user_mention_notification_tessera" | "user_mention_notification_email" | "user_mention_notification_push" | "user_import_notification_tessera" | "user_import_notification_email" | "user_import_notification_push" | "user_operation_notification_tessera" | "user_operation_notification_email" | "user_operation_notification_push" | "user_automation_notification_tessera" | "user_automation_notification_email" | "user_automation_notification_push" | "user_task_notification_tessera" | "user_task_notification_email" | "user_task_notification_push" | "user_message_notification_tessera" | "user_message_notification_email" | "user_message_notification_push" | "user_usage_notification_tessera" | "user_usage_notification_email" | "user_usage_notification_push" | "user_time_limit_notification_tessera" | "user_time_limit_notification_email" | "user_time_limit_notification_push" | "user_notification_digest" | "user_notification_digest_hour" | "user_notification_digest_weekday" | "user_notification_language" | "user_notification_timezone";
                    setting_value: boolean | number | string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        settings: {
                            /** @enum {string} */
                            setting_key: "user_assignment_notification_tessera" | "user_assignment_notification_email" | "user_assignment_notification_push" | "user_mention_notification_tessera" | "user_mention_notification_email" | "user_mention_notification_push" | "user_import_notification_tessera" | "user_import_notification_email" | "user_import_notification_push" | "user_operation_notification_tessera" | "user_operation_notification_email" | "user_operation_notification_push" | "user_automation_notification_tessera" | "user_automation_notification_email" | "user_automation_notification_push" | "user_task_notification_tessera" | "user_task_notification_email" | "user_task_notification_push" | "user_message_notification_tessera" | "user_message_notification_email" | "user_message_notification_push" | "user_usage_notification_tessera" | "user_usage_notification_email" | "user_usage_notification_push" | "user_time_limit_notification_tessera" | "user_time_limit_notification_email" | "user_time_limit_notification_push" | "user_notification_digest" | "user_notification_digest_hour" | "user_notification_digest_weekday" | "user_notification_language" | "user_notification_timezone";
                            setting_value: boolean | number | string;
                        }[];
                        sends_mail: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_notifications_push: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        publicKey: string;
                        endpoints: string[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_notifications_subscribe: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    payload: {
                        endpoint: string;
                        expirationTime?: number | null;
                        keys: {
                            p256dh: string;
                            auth: string;
                        };
                    };
                    /** @constant */
                    type: "generic_browser";
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_notifications_unsubscribe: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    endpoint: string;
                };
            };
        };
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_mails: {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description For `after`; absent on the last page. */
                        next?: string;
                        sends: boolean;
                        mails: {
                            id: string;
                            kind: string;
                            /** @enum {string} */
                            state: "held" | "waiting" | "sent" | "aside" | "dropped";
                            queuedAt: string;
                            endedAt: string | null;
                            attempts: number;
                            nextTryAt: string | null;
                            why: ("refused" | "exhausted" | "unknown") | null;
                            reason: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_mails_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        kind: string;
                        /** @enum {string} */
                        state: "held" | "waiting" | "sent" | "aside" | "dropped";
                        queuedAt: string;
                        endedAt: string | null;
                        attempts: number;
                        nextTryAt: string | null;
                        why: ("refused" | "exhausted" | "unknown") | null;
                        reason: string;
                        contents: {
                            to: string;
                            subject: string;
                            text: string;
                        } | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_mails_id_replay: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, nothing to say */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_historyLog_list: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Within names: of people, tokens, tables, records…
                     * @default
                     */
                    search?: string;
                    /** @default {} */
                    filters?: {
                        /** @default [] */
                        action_type?: ("create" | "update" | "delete" | "restore" | "import" | "undo" | "view")[];
                        /** @default [] */
                        entity_type?: ("record" | "comment" | "table" | "app" | "folder" | "page" | "link" | "template" | "automation" | "webhook" | "function" | "incoming" | "task" | "conversation" | "field" | "view" | "import" | "user" | "invitation" | "role" | "token" | "provider" | "organization")[];
                        /** @default [] */
                        action_source?: ("interface" | "api" | "trigger" | "import" | "undo" | "form" | "email" | "automation" | "system")[];
                        /**
                         * @description Ids of people.
                         * @default []
                         */
                        created_by?: string[];
                        /**
                         * @description The id of a table.
                         * @default
                         */
                        affected_object?: string;
                        /** Format: date-time */
                        from?: string;
                        /**
                         * Format: date-time
                         * @description Exclusive.
                         */
                        until?: string;
                    };
                    /** @default 1 */
                    page?: number;
                    /** @default 100 */
                    size?: number;
                    /** @description The `next` of an earlier answer, in the place of `page`. */
                    after?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            /** @description What `POST /v3/undo/{id}` takes. */
                            id: string;
                            commit_id: string;
                            operation_id: string | null;
                            /** Format: date-time */
                            performed_at: string;
                            created_by: {
                                /** @description user, token, link or system. */
                                kind: string;
                                id: string;
                                name: string;
                                /** @description Of a token: the person for whom it acts. */
                                user: {
                                    id: string;
                                    name: string;
                                } | null;
                            };
                            /** @enum {string} */
                            action_type: "create" | "update" | "delete" | "restore" | "import" | "undo" | "view";
                            /** @enum {string} */
                            entity_type: "record" | "comment" | "table" | "app" | "folder" | "page" | "link" | "template" | "automation" | "webhook" | "function" | "incoming" | "task" | "conversation" | "field" | "view" | "import" | "user" | "invitation" | "role" | "token" | "provider" | "organization";
                            /** @description The type of the event that says most about it. */
                            kind: string;
                            /** @description Records, where it is about some. */
                            count: number;
                            /** @description The table. */
                            affected_object: {
                                kind: string;
                                id: string;
                                /** @description Empty where it has none, or where it is gone for good. */
                                label: string;
                                /** @description Whether it is there now, and not in the trash. */
                                live: boolean;
                            } | null;
                            /** @description What it was done to, where that is one thing. */
                            target: {
                                kind: string;
                                id: string;
                                /** @description Empty where it has none, or where it is gone for good. */
                                label: string;
                                /** @description Whether it is there now, and not in the trash. */
                                live: boolean;
                            } | null;
                            affected_record_label: string | null;
                            affected_fields: string[];
                            changes: {
                                name: string;
                                before: string;
                                after: string;
                            }[];
                            /** @description One of interface, api, trigger, import, undo, form, email, automation, system. */
                            action_source: string;
                            ip: string | null;
                            /** @description Whether such actions can be taken back; a preview tells the rest. */
                            can_undo: boolean;
                            /** @description Of an undo: the commit or operation that it took back. */
                            undoes: string | null;
                        }[];
                        next: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    post_mcp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request answers as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["McpMessage"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
