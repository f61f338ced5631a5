/** The nonce that the server writes into the page at each request. Style sheets added at run time need it. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
}

type PolicyFactory = {
  createPolicy: (
    name: string,
    rules: { createHTML: (text: string) => string; createScriptURL: (url: string) => string },
  ) => unknown
}

/**
 * Allows Mantine to write style sheets as HTML strings, and workers to be named by a string: Trusted Types refuse both otherwise.
 * Strings with `<`, which every markup needs and style sheets do not, are refused, and scripts must be from our own origin.
 */
export function allowStyleSheetsAndOwnScripts(): void {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
  factory?.createPolicy('default', {
    createHTML(text) {
      if (text.includes('<')) throw new TypeError('Markup from a string is not allowed here.')
      return text
    },
    createScriptURL(url) {
      if (new URL(url, location.href).origin !== location.origin)
        throw new TypeError('Scripts come from our own origin.')
      return url
    },
  })
}
