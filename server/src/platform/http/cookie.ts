/** Security attributes of a cookie. They are required with https and not possible with http. */
export type CookieSecurity = { https: boolean }

/** A browser accepts `__Host-` only with Secure, Path=/ and no Domain, so no sibling host and no plain http page can set the cookie. */
export function cookieNameOf(name: string, { https }: CookieSecurity): string {
  return https ? `__Host-${name}` : name
}

/** The attributes after a cookie's value. @param maxAgeSeconds undefined: until the browser is closed */
export function attributesOf(maxAgeSeconds: number | undefined, { https }: CookieSecurity): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
  return `; Path=/${age}; SameSite=Lax${https ? '; Secure' : ''}`
}

/** The first cookie of that name. On https, `__Host-` ensures that there is no second one. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined
  for (const pair of header.split(';')) {
    const end = pair.indexOf('=')
    if (end !== -1 && pair.slice(0, end).trim() === name) return pair.slice(end + 1).trim()
  }
  return undefined
}
