/**
 * Exit code of the server when another start with the same configuration on the same machine would fail in the same way: EX_CONFIG of
 * BSD's sysexits.h. A supervisor need not restart it (tools/supervise.mjs does not). 0 means a requested, orderly stop. Every other code
 * means an unexpected end.
 */
export const CANNOT_START = 78
