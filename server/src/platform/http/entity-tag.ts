/**
 * True when the sender of this `If-None-Match` already has the tagged version: one of its tags matches, or it is `*`. Weak and strong
 * tags are compared alike (RFC 9110, 13.1.2), because a proxy that compresses makes a tag weak.
 *
 * @param tag as in the answer, quoted
 */
export function hasAlready(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const tags: string[] = ifNoneMatch.match(TAGS) ?? []
  return tags.includes(tag.replace(/^W\//, ''))
}

/** The quoted part of each tag, which is compared. It may contain a comma. */
const TAGS = /"[^"]*"/g
