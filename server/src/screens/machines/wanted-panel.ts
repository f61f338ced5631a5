import type { WantedPanel } from '@placard/contract'
import type { Stretch } from '@placard/playback'

/** Later changes are sent with a later message. There is one at least once a day. */
const AHEAD_MS = 8 * 24 * 60 * 60_000
const MOST_CHANGES = 32

/** The wanted state of a panel, in instants of the server's clock. */
export type PanelPlan = { isOn: boolean; changes: { at: number; isOn: boolean }[] }

/**
 * The state that a panel should have from now on. It is on while a take-over covers its display, and otherwise while the display is
 * open.
 *
 * @param openingAt undefined: the panel does not follow opening hours
 * @param coveredUntil the end of the last take-over that covers the display. null: none does
 * @returns null if nothing is wanted, and commands alone switch the panel
 */
export function planPanel(
  openingAt: ((instant: number) => Stretch) | undefined,
  coveredUntil: number | null,
  now: number,
): PanelPlan | null {
  if (!openingAt) return coveredUntil === null ? null : { isOn: true, changes: [] }
  let at = now
  let isOn = true
  const changes: PanelPlan['changes'] = []
  if (coveredUntil !== null && coveredUntil > now) {
    at = coveredUntil
    const isOpen = openingAt(at).isOn
    if (!isOpen) changes.push({ at, isOn: isOpen })
  } else isOn = openingAt(now).isOn
  while (changes.length < MOST_CHANGES) {
    const stretch = openingAt(at)
    if (!Number.isFinite(stretch.until) || stretch.until - now > AHEAD_MS) break
    at = stretch.until
    changes.push({ at, isOn: !stretch.isOn })
  }
  return { isOn, changes }
}

export const asWanted = ({ isOn, changes }: PanelPlan, now: number): WantedPanel => ({
  isOn,
  changes: changes.map(({ at, isOn: then }) => ({ inMs: Math.max(0, at - now), isOn: then })),
})
