/** The reasons why there was no answer from an address outside of the server, or why no request was made. */
export const FETCH_FAILURES = [
  /** An address inside a private network, or an unusual port. The server does not request those. */
  'address-not-allowed',
  'unreachable',
  'too-slow',
  'too-large',
  'too-many-redirects',
  /** An https address that redirects to http, where anybody on the way could change the content. */
  'insecure-redirect',
] as const
export type FetchFailure = (typeof FETCH_FAILURES)[number]
