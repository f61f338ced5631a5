/** The attributes of a cookie: by https it must carry them, by http it cannot. */
export type CookieSecurity = { https: boolean }

/** A browser takes `__Host-` only with Secure, Path=/ and no Domain: no sibling host and no plain http can plant one. */
export function cookieNameOf(name: string, { https }: CookieSecurity): string {
  return https ? `__Host-${name}` : name
}

/** The attributes behind a cookie's value. @param maxAgeSeconds undefined: until the browser is closed */
export function attributesOf(maxAgeSeconds: number | undefined, { https }: CookieSecurity): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
  return `; Path=/${age}; SameSite=Lax${https ? '; Secure' : ''}`
}

/** The first of that name; on https `__Host-` sees to it that there is no second. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined
  for (const pair of header.split(';')) {
    const end = pair.indexOf('=')
    if (end !== -1 && pair.slice(0, end).trim() === name) return pair.slice(end + 1).trim()
  }
  return undefined
}
