/** Where the addresses of incoming webhooks lie in the vault. */
export const addressBucket = 'incoming-addresses';
/** Where what came last to each lies. */
export const lastBucket = 'incoming-last';
