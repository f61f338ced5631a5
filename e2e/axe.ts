import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** WCAG 2.2 AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Lists the findings of axe on a page, one line for each element and rule. Frames are not scanned. axe runs in the page itself
 * and reports only violations, which takes a third of the time: it writes no selectors for correct elements, and no second page
 * is opened to merge the results of frames.
 *
 * @param within a selector that limits the scan
 * @param rules `all` also includes axe's best practices
 */
export async function findings(
  page: Page,
  { within, rules = 'wcag' }: { within?: string; rules?: 'wcag' | 'all' } = {},
): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(rules === 'wcag' ? { runOnly: { type: 'tag', values: TAGS } } : {}) })
    .exclude('iframe')
  if (within !== undefined) axe.include(within)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  )
}
