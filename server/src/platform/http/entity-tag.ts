/**
 * Tells by an `If-None-Match` whether its sender has the tagged version already: any of its tags, or `*`. Weak and strong are
 * the same here (RFC 9110, 13.1.2): a proxy that compresses makes a tag weak.
 *
 * @param tag as the answer carries it, quoted
 */
export function hasAlready(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const tags: string[] = ifNoneMatch.match(TAGS) ?? []
  return tags.includes(tag.replace(/^W\//, ''))
}

/** The part of each tag that is compared: what a comma may stand in. */
const TAGS = /"[^"]*"/g
