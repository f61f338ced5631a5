/** Table ids are generated, and neither a display id nor a playlist id matches. Without Zod, because addresses need it too. */
export const TABLE_ID = /^_t-[a-z0-9]{20}$/
