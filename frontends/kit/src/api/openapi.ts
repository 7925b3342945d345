export interface paths {
    "/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the first run is still to be done, and whether it needs the one-time code */
        get: operations["get_setup"];
        put?: never;
        /** First run: name the organization and make the first account */
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
        /** The organization's public name and logo */
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
        /** Sign in with e-mail and password */
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
        /** Sign in again with the token of a session */
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
        /** End this session */
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
        /** Change the own password; ends every other session */
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
        /** Who is signed in, where, and with which rights */
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
        /** Whose session a browser comes with; null where it comes with none */
        get: operations["get_auth_session"];
        put?: never;
        post?: never;
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
        /** Everybody of the organization */
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
        /** Change a person's seat, role, or whether they may come in */
        put: operations["put_account_user_id"];
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
        /** The roles with their members */
        post: operations["post_profile_list"];
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
        /** Invitations, newest first */
        get: operations["get_invitations"];
        put?: never;
        /** Invite somebody by a link, shown once */
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
        /** Take an invitation back */
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
        /** What an invitation link offers */
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
        /** Join by an invitation */
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
        /** The own API tokens */
        get: operations["get_api_token"];
        put?: never;
        /** Make an API token; its text is shown this once */
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
        /** The API tokens of everybody that the restore of a backup disabled */
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
        /** Let an API token work again that the restore of a backup disabled */
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
        get?: never;
        put?: never;
        post?: never;
        /** Delete an API token; it stops working within seconds */
        delete: operations["delete_api_token_id"];
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
        /** The tables that you may see */
        get: operations["get_tables"];
        put?: never;
        /** Make a table with its fields */
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
        /** A table with its fields and views */
        get: operations["get_tables_table"];
        put?: never;
        post?: never;
        /** Move a table to the trash */
        delete: operations["delete_tables_table"];
        options?: never;
        head?: never;
        /** Change the label, icon, colour, description, label field or unique field */
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
        /** Take a table out of the trash */
        post: operations["post_tables_table_restore"];
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
        /** What is in the trash and may be restored by you, the newest first; at most 500 */
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
        /** Take something out of the trash */
        post: operations["post_trash_id_restore"];
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
        /** What converting a field to another type, or to more decimal places, would make of its values; nothing is written */
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
        /** Convert a field: an operation, and one undo, which brings back the values that did not fit */
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
        /** Add a field */
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
        /** Put the fields into an order */
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
        /** The deleted fields of a table */
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
        /** Delete a field; its values stay and come back with it */
        delete: operations["delete_tables_table_fields_field"];
        options?: never;
        head?: never;
        /** Change a field */
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
        /** Bring a deleted field back */
        post: operations["post_tables_table_fields_field_restore"];
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
        /** The views of a table: everyone's and your own */
        get: operations["get_tables_table_views"];
        put?: never;
        /** Save a view, for yourself or for everyone */
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
        get?: never;
        put?: never;
        post?: never;
        /** Delete a view */
        delete: operations["delete_tables_table_views_view"];
        options?: never;
        head?: never;
        /** Change a view */
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
        /** Records in the order of their creation */
        get: operations["get_tables_table_records"];
        put?: never;
        /** Create a record, or up to 1,000 at once */
        post: operations["post_tables_table_records"];
        /** Delete up to 1,000 records */
        delete: operations["delete_tables_table_records"];
        options?: never;
        head?: never;
        /** Change up to 1,000 records */
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
        /** Bring deleted records back */
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
        /** Records that match a filter, sorted, page by page */
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
        /** How many records match */
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
        /** Sums, counts, averages over the records that match */
        post: operations["post_tables_table_records_aggregate"];
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
        /** Where a record stands in a query */
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
        /** One record */
        get: operations["get_tables_table_records_record"];
        put?: never;
        post?: never;
        /** Delete a record */
        delete: operations["delete_tables_table_records_record"];
        options?: never;
        head?: never;
        /** Change fields of a record */
        patch: operations["patch_tables_table_records_record"];
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
        /** Change, delete or restore every record that matches */
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
        /** How far an operation is */
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
        /** Stop an operation after the chunk under way; what it did stays and can be undone */
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
        /** What happened to a record, newest first */
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
        /** What happened to a table and its records, one entry an action, newest first */
        get: operations["get_tables_table_history"];
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
        /** Which records changed since a position, deletions included; without `since` just the present position */
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
        /** Take back a commit or an operation, or preview it; the undo of an undo is a redo */
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
        /** Your own latest actions on a table: what can be undone and redone */
        get: operations["get_tables_table_undo_stack"];
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
        /** Upload a file for an import (multipart: identifier, connector_id, function=upload, file) */
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
        /** Stop reading a file */
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
        /** Begin an import */
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
        /** How a file would land: layout, fields with their fit, the first rows */
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
        /** Import a file into a new table */
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
        /** How far an import is */
        get: operations["get_connector_imports_operationId"];
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
        /** Stop an import and keep the rows that are there */
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
        /** What a wizard was told, and its imports */
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
        /** The own preferences */
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
        /** Set a preference; null deletes it */
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
        /** What was opened last, and the tables */
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
        /** Remember that something was opened */
        post: operations["post_recents"];
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
        Session: {
            user: {
                id: string;
                name: string;
                email: string;
                photo_url: string | null;
                seat: string;
            };
            organization: {
                id: string;
                name: string;
                locale_settings: {
                    language: string;
                    timezone: string;
                    currency_symbol: string;
                };
            };
            role: {
                id: string;
                name: string;
                permissions: components["schemas"]["RolePermissions"];
            };
            rights: {
                canCreateTables: boolean;
                canCreateApps: boolean;
                canManageUsers: boolean;
                canManageWorkspaces: boolean;
                canViewTablesPages: boolean;
                canViewConnectorPage: boolean;
                canViewTrash: boolean;
                canViewOrgSettings: boolean;
                isBuilder: boolean;
                isAdmin: boolean;
            };
            baseUrl: string;
        };
        RolePermissions: {
            admin: boolean;
            flags: {
                [key: string]: 0 | 1;
            };
            tables_enabled: {
                [key: string]: "view" | "edit" | "full";
            };
            tables_disabled: string[];
            dashboards_enabled: {
                [key: string]: "interact" | "full";
            };
            dashboards_disabled: string[];
        };
        User: {
            id: string;
            name: string;
            email: string;
            photo_url: string | null;
            active: boolean;
            seat: string;
            role: {
                id: string;
                name: string;
            };
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
            props: {
                [key: string]: unknown;
            };
            required: boolean;
            unique: boolean;
            description: string;
            default?: unknown;
        };
        View: {
            id: string;
            type: string;
            label: string;
            personal: boolean;
            config: {
                [key: string]: unknown;
            };
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
            default?: unknown;
        };
        FieldPropsInput: {
            options?: {
                /** @description A 26-character lower-case ULID. */
                id?: string;
                label: string;
                color?: string;
            }[];
            decimals?: number;
            currency_symbol?: string;
            date_format?: string;
            thousands?: boolean;
            minimum_options?: number;
            notify?: boolean;
        };
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
        ViewConfig: {
            fields: {
                fieldId: string;
                hidden?: boolean;
                width?: number;
                /** @enum {string} */
                total?: "count" | "filled" | "empty" | "distinct" | "sum" | "average" | "min" | "max" | "checked";
            }[];
            frozen?: number;
            filter?: components["schemas"]["Filter"];
            sort?: {
                fieldId: string;
                /** @enum {string} */
                order?: "asc" | "desc";
            }[];
            rowHeight?: 32 | 48 | 64 | 96;
        };
        Filter: components["schemas"]["FilterCondition"] | {
            and: components["schemas"]["Filter4"][];
        } | {
            or: components["schemas"]["Filter4"][];
        };
        FilterCondition: {
            fieldId: string;
            operator: string;
            value?: unknown;
        };
        Filter4: components["schemas"]["FilterCondition"] | {
            and: components["schemas"]["Filter3"][];
        } | {
            or: components["schemas"]["Filter3"][];
        };
        Filter3: components["schemas"]["FilterCondition"] | {
            and: components["schemas"]["Filter2"][];
        } | {
            or: components["schemas"]["Filter2"][];
        };
        Filter2: components["schemas"]["FilterCondition"] | {
            and: components["schemas"]["FilterCondition"][];
        } | {
            or: components["schemas"]["FilterCondition"][];
        };
        Record: {
            id: string;
            version: number;
            /** @description Values by field id or name; empty ones are absent. A decimal is a number up to 15 digits and a text beyond, which loses nothing in a reader of floats; with ?numbers=text it is always a text. */
            fields: {
                [key: string]: unknown;
            };
            /** @description With texts=short: the fields whose texts are longer than what came. */
            cut?: string[];
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
        Schema: unknown;
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
                        name: string;
                        logo_customizado: string | null;
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
    get_users: {
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
    get_invitations: {
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
                        invitations: {
                            id: string;
                            email: string | null;
                            seat: string;
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
                        seat: string;
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
                    name: string;
                    email: string;
                    password: string;
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
    get_api_token: {
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
                            /** @constant */
                            ativo: 1;
                            /** @description Whole when it is made; afterwards its last four characters */
                            token: string;
                            criado_em: string;
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
                        id_api_token: string;
                        name: string;
                        /** @constant */
                        ativo: 1;
                        /** @description Whole when it is made; afterwards its last four characters */
                        token: string;
                        criado_em: string;
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
                            /** @constant */
                            ativo: 1;
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
                    /** @description The version of the table's definition: it rises with each change of the table, its fields or its views, and is not touched by records. */
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
                    /** @description The version of the table's definition: it rises with each change of the table, its fields or its views, and is not touched by records. */
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
                    /** @description The version of the table's definition: it rises with each change of the table, its fields or its views, and is not touched by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Changed since */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused or failed */
            default: {
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
                    /** @description The version of the table's definition: it rises with each change of the table, its fields or its views, and is not touched by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
            /** @description Changed since */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused or failed */
            default: {
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
                    default?: unknown;
                    index?: number;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    /** @description The version of the table's definition: it rises with each change of the table, its fields or its views, and is not touched by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Field"];
                };
            };
            /** @description Changed since */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused or failed */
            default: {
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
                    /** @description The version of the table's definition: it rises with each change of the table, its fields or its views, and is not touched by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
            /** @description Changed since */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused or failed */
            default: {
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
                    /** @description The version of the table's definition: it rises with each change of the table, its fields or its views, and is not touched by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Changed since */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused or failed */
            default: {
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
                    /** @description The version of the table's definition: it rises with each change of the table, its fields or its views, and is not touched by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Field"];
                };
            };
            /** @description Changed since */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused or failed */
            default: {
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
                    /** @description The version of the table's definition: it rises with each change of the table, its fields or its views, and is not touched by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Field"];
                };
            };
            /** @description Changed since */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused or failed */
            default: {
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
                    /** @description The version of the table's definition: it rises with each change of the table, its fields or its views, and is not touched by records. */
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
                    /** @description The version of the table's definition: it rises with each change of the table, its fields or its views, and is not touched by records. */
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
                    /** @constant */
                    type?: "table";
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
                    /** @description The version of the table's definition: it rises with each change of the table, its fields or its views, and is not touched by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["View"];
                };
            };
            /** @description Changed since */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused or failed */
            default: {
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
                    /** @description The version of the table's definition: it rises with each change of the table, its fields or its views, and is not touched by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Changed since */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused or failed */
            default: {
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
                    /** @description The version of the table's definition: it rises with each change of the table, its fields or its views, and is not touched by records. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["View"];
                };
            };
            /** @description Changed since */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused or failed */
            default: {
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
                    /** @description At most 1,000 of {id?, fields} */
                    records: unknown[];
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
                    /** @description At most 1,000 of {id, fields, version?} */
                    records: unknown[];
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
                    filter?: components["schemas"]["Filter"];
                    search?: string;
                    sort?: {
                        fieldId: string;
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
                    filter?: components["schemas"]["Filter"];
                    search?: string;
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
                    filter?: components["schemas"]["Filter"];
                    search?: string;
                    aggregates: {
                        fieldId: string;
                        /** @enum {string} */
                        function: "count" | "filled" | "empty" | "distinct" | "sum" | "average" | "min" | "max" | "checked";
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
                            function: string;
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
    post_tables_table_records_place: {
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
                    recordId: string;
                    filter?: components["schemas"]["Filter"];
                    search?: string;
                    sort?: {
                        fieldId: string;
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
            /** @description Changed since */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused or failed */
            default: {
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
            /** @description Changed since */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused or failed */
            default: {
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
                    filter?: components["schemas"]["Filter"];
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
                            label?: string;
                            undone: boolean;
                            undoable: boolean;
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
                        /** @enum {string} */
                        state?: "running" | "done" | "failed" | "cancelled";
                        kind: string;
                        records: number;
                        fields: number;
                        commits: number;
                        conflicts: {
                            tableId: string;
                            recordId?: string;
                            recordLabel?: string;
                            fieldId: string;
                            fieldName: string;
                            current: unknown;
                            undoTo: unknown;
                            changedBy?: string;
                            blocked?: string;
                            deletes?: boolean;
                        }[];
                        skipped: number;
                        recordIds: string[];
                        notUndoable?: string;
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
                        /** @enum {string} */
                        state?: "running" | "done" | "failed" | "cancelled";
                        kind: string;
                        records: number;
                        fields: number;
                        commits: number;
                        conflicts: {
                            tableId: string;
                            recordId?: string;
                            recordLabel?: string;
                            fieldId: string;
                            fieldName: string;
                            current: unknown;
                            undoTo: unknown;
                            changedBy?: string;
                            blocked?: string;
                            deletes?: boolean;
                        }[];
                        skipped: number;
                        recordIds: string[];
                        notUndoable?: string;
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
                    connector_id: string;
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
                    connector_id: string;
                    identifier: string;
                    config: {
                        filePath: string;
                        delimiter?: string;
                        /** @enum {string} */
                        encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
                        plainQuotes?: boolean;
                        headerRow?: number;
                        leaveOutTotals?: boolean;
                        label?: string;
                        primaryKey?: string | null;
                        fields?: {
                            key: string;
                            name?: string;
                            type?: string;
                            props?: {
                                options?: {
                                    id?: string;
                                    label: string;
                                    color?: string;
                                }[];
                                decimals?: number;
                                currency_symbol?: string;
                                date_format?: string;
                                thousands?: boolean;
                                minimum_options?: number;
                                notify?: boolean;
                            };
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
                        }[];
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
                        layout: {
                            delimiter: string;
                            encoding: string;
                            plainQuotes: boolean;
                            headerRow: number;
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
                            props: {
                                [key: string]: unknown;
                            };
                            readAs: {
                                decimal: string;
                                dayFirst: boolean;
                                serialDates?: boolean;
                            };
                            deleted: boolean;
                            fit: {
                                total: number;
                                empty: number;
                                matched: number;
                                unlisted: number;
                                rounded: number;
                                misfits: {
                                    row: number;
                                    value: string;
                                    count: number;
                                    reason: string;
                                    message: string;
                                }[];
                            };
                            ambiguous: {
                                kind: string;
                                count: number;
                                example: string;
                                mixed: boolean;
                            } | null;
                            samples: string[];
                            replacements: {
                                value: string;
                                text: string;
                            }[];
                        }[];
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
                        object_id: null;
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
                    connector_id: string;
                    identifier: string;
                    table_import_configs: {
                        label: string;
                        fields: {
                            key: string;
                            name?: string;
                            type?: string;
                            props?: {
                                options?: {
                                    id?: string;
                                    label: string;
                                    color?: string;
                                }[];
                                decimals?: number;
                                currency_symbol?: string;
                                date_format?: string;
                                thousands?: boolean;
                                minimum_options?: number;
                                notify?: boolean;
                            };
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
                        }[];
                        config: {
                            filePath: string;
                            delimiter?: string;
                            /** @enum {string} */
                            encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
                            plainQuotes?: boolean;
                            headerRow?: number;
                            leaveOutTotals?: boolean;
                            object?: string | null;
                            sheetIndex?: number | null;
                            isRunAutomations?: boolean;
                            /** @constant */
                            type: "import_create_structure";
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
                        fields: number;
                        tableId: string;
                        label: string;
                        fileName: string;
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
                        fields: number;
                        tableId: string;
                        label: string;
                        fileName: string;
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
                        file: {
                            filePath: string;
                            name: string;
                            size: number;
                        } | null;
                        config: {
                            filePath: string;
                            delimiter?: string;
                            /** @enum {string} */
                            encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
                            plainQuotes?: boolean;
                            headerRow?: number;
                            leaveOutTotals?: boolean;
                            label?: string;
                            primaryKey?: string | null;
                            fields?: {
                                key: string;
                                name?: string;
                                type?: string;
                                props?: {
                                    options?: {
                                        id?: string;
                                        label: string;
                                        color?: string;
                                    }[];
                                    decimals?: number;
                                    currency_symbol?: string;
                                    date_format?: string;
                                    thousands?: boolean;
                                    minimum_options?: number;
                                    notify?: boolean;
                                };
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
                            }[];
                        } | null;
                        imports: {
                            operationId: string;
                            identifier: string;
                            /** @enum {string} */
                            state: "running" | "done" | "cancelled" | "failed";
                            done: number;
                            total: number;
                            misfits: number;
                            fields: number;
                            tableId: string;
                            label: string;
                            fileName: string;
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
}
