/** The ordinary link of a sheet, with or without the number of the account, and the link of a published one. */
const SHEET = /^\/(?:a\/[^/]+\/)?spreadsheets\/(?:u\/\d+\/)?d\/(?!e\/)([\w-]{20,})(?:\/|$)/
const PUBLISHED = /^\/(?:a\/[^/]+\/)?spreadsheets\/(?:u\/\d+\/)?d\/e\/([\w-]{20,})(?:\/|$)/

/**
 * The address at which a Google Sheet is CSV, for the link that people copy from the browser or from "Share". Other addresses stay.
 *
 * @param href as typed, with its fragment: it may name the sheet of several
 */
export function csvAddressOf(href: string): string {
  const url = new URL(href)
  if (url.hostname !== 'docs.google.com') return href
  const gid = /(?:^|[#&?])gid=(\d+)/.exec(url.hash)?.[1] ?? url.searchParams.get('gid')
  const published = PUBLISHED.exec(url.pathname)?.[1]
  if (published) {
    return `https://docs.google.com/spreadsheets/d/e/${published}/pub?output=csv${gid === null ? '' : `&single=true&gid=${gid}`}`
  }
  const sheet = SHEET.exec(url.pathname)?.[1]
  if (!sheet) return href
  return `https://docs.google.com/spreadsheets/d/${sheet}/export?format=csv${gid === null ? '' : `&gid=${gid}`}`
}
