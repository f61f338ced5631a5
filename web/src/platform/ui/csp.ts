/** The server writes a fresh nonce into the page at each request; run-time style sheets must carry it. */
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
 * Mantine writes style sheets as HTML strings and a worker is named by a string; Trusted Types refuse both without this.
 * A style sheet has no `<`, and no markup exists without one; scripts come from our own origin alone.
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
