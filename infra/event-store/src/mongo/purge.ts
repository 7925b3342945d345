/** What a `$purged` event of a log on MongoDB says, as JSON: the checksums that each rewritten commit had and has, in hex. */
export type MongoPurgeRecord = { readonly purgeId: string; readonly commits: readonly { readonly position: number; readonly before: string; readonly after: string }[] };
