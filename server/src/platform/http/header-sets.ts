/**
 * Sets of response headers, by kind of answer. Reliability rules explain each line: no COEP (it would block YouTube and pictures of other
 * sites), no `upgrade-insecure-requests`, and HSTS only on https (LANs with plain http must work), and a referrer for YouTube (without
 * one it answers error 153).
 */
export type HeaderSet = 'page' | 'player' | 'twin' | 'deck' | 'api' | 'asset' | 'file' | 'media'

type Headers = Record<string, string>

/** The content type of API answers. */
export const JSON_TYPE = 'application/json; charset=utf-8'

const COMMON: Headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  // Chromium then gives a web page of the same site, such as menu.example.org beside signage.example.org, a process of its own.
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`.trim())
    .join('; ')
}

/** Shared by every page that runs Placard's scripts. Trusted Types ensure that no string becomes markup or code. */
const SCRIPTED = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'object-src': "'none'",
  'form-action': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self' https: data: blob:",
  'media-src': "'self' https: blob:",
  'frame-src': "'self' https://www.youtube-nocookie.com",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
}

/**
 * Media links may be plain http (a camera in the LAN, an old server). A page on https blocks those by itself. A script fetches the
 * segments of a stream from any host, and also checks if the server of a web page answers. A web page may come from any site and is
 * sandboxed in its frame.
 */
const PLAYER = {
  ...SCRIPTED,
  'form-action': "'none'",
  'connect-src': "'self' http: https:",
  'img-src': "'self' http: https: data: blob:",
  'media-src': "'self' http: https: blob:",
  'frame-src': 'http: https:',
  // Safe to frame: it has no session and no controls.
  'frame-ancestors': '*',
}

/** A page without a session that other sites may frame. It loads its style, its script and pictures from this server, and nothing else. */
const TWIN = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'style-src': "'self'",
  'script-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self'",
  'worker-src': "'self'",
  'frame-ancestors': '*',
}

/** Adds the origin of stored files when Placard does not send them itself. A player fetches them to store them. */
function withMediaFrom(directives: Record<string, string>, mediaUrl: string | undefined, names: string[]) {
  if (mediaUrl === undefined) return directives
  const { origin } = new URL(mediaUrl)
  return { ...directives, ...Object.fromEntries(names.map((name) => [name, `${directives[name]} ${origin}`])) }
}

/**
 * @param options.https true when people reach the installation by https
 * @param options.nonce of this answer, for the style sheets that the page's library writes (set `page`)
 * @param options.mediaUrl of the configuration (sets `page` and `player`)
 */
export function headersOf(
  set: HeaderSet,
  options: { https: boolean; nonce?: string | undefined; mediaUrl?: string | undefined },
): Headers {
  const common: Headers = options.https
    ? { ...COMMON, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : COMMON
  switch (set) {
    case 'page': {
      const style = options.nonce ? `'self' 'nonce-${options.nonce}'` : "'self'"
      return {
        ...common,
        'content-security-policy': policy({
          ...withMediaFrom(SCRIPTED, options.mediaUrl, ['img-src', 'media-src']),
          'style-src': style,
        }),
        'x-frame-options': 'DENY',
        'cache-control': 'no-cache',
      }
    }
    case 'player': {
      const directives = withMediaFrom(PLAYER, options.mediaUrl, ['connect-src', 'img-src', 'media-src'])
      return { ...common, 'content-security-policy': policy(directives), 'cache-control': 'no-cache' }
    }
    case 'twin':
      return { ...common, 'content-security-policy': policy(TWIN), 'cache-control': 'no-cache' }
    case 'deck':
      return {
        ...common,
        'content-security-policy': policy({ ...SCRIPTED, 'frame-src': "'none'", 'frame-ancestors': "'self'" }),
        'x-frame-options': 'SAMEORIGIN',
        'cache-control': 'no-cache',
      }
    case 'api':
      return {
        ...common,
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
      }
    case 'asset':
      return { ...common, 'cache-control': 'public, max-age=31536000, immutable' }
    case 'file':
      return { ...common, 'cache-control': 'no-cache' }
    case 'media':
      return {
        ...common,
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        // A player that resumes a file from a CDN must see which part it got.
        'access-control-expose-headers': 'content-range',
        'cache-control': 'public, max-age=31536000, immutable',
      }
  }
}
