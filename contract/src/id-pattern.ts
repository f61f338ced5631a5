/**
 * The one pattern for every id, in a path, a query or a body: lower case, at most 64 characters, nothing that means
 * something to a path, a URL, SQL or an object's prototype. Generated ids (UUIDs) match it too. Beside Zod, for those without it.
 */
export const ID = /^[a-z0-9][a-z0-9_-]{0,63}$/
