import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** WCAG 2.2 AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Lists axe's findings on a page: a line for each element and rule. Frames have journeys of their own. Asked this way (in the
 * page itself, and for what is wrong alone) a scan takes a third of the time: axe writes no selector for each element that is
 * right, and no second page is opened to put the answers of frames together.
 *
 * @param within a selector: nothing but this
 * @param rules `all` takes axe's own advice as well
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
