/**
 * How the server ends when starting it again, as it is configured and as the machine is, would end the same: EX_CONFIG of
 * BSD's sysexits.h. Whoever supervises it need not try again (tools/supervise.mjs does not). 0 is an orderly end that was asked
 * for; everything else is an end that was not meant.
 */
export const CANNOT_START = 78
