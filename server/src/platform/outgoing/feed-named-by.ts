const FEED_TYPE = /^(application\/(rss|atom|rdf|feed)\+(xml|json)|text\/calendar)$/

/**
 * The address of the feed that a page names in its head. Of several, the first that is not about comments.
 *
 * @param base address of the page
 */
export function feedNamedBy(html: string, base: string): string | undefined {
  const found: string[] = []
  for (const [tag] of html.matchAll(/<link\b[^<>]{0,2000}>/gi)) {
    const attribute = (name: string) => {
      const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag)
      return match?.[1] ?? match?.[2] ?? match?.[3] ?? ''
    }
    const [rel, type, href] = ['rel', 'type', 'href'].map(attribute) as [string, string, string]
    if (!/\balternate\b/i.test(rel) || !FEED_TYPE.test(type.trim().toLowerCase())) continue
    const address = href.replaceAll('&amp;', '&')
    if (URL.canParse(address, base)) found.push(new URL(address, base).href)
  }
  return found.find((href) => !/comments/i.test(href)) ?? found[0]
}

/** True when a response is itself a feed, by its beginning: news or a calendar. */
export function looksLikeFeed(text: string): boolean {
  const beginning = text.slice(0, 1_024).trimStart().toLowerCase()
  return (
    beginning.startsWith('begin:vcalendar') ||
    /<(rss|feed|rdf:rdf)[\s>]/.test(beginning) ||
    beginning.includes('jsonfeed.org')
  )
}
