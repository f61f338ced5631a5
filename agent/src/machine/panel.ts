/** A panel's own word about its power. */
export type PanelPower = 'on' | 'standby' | 'off' | 'unknown'

/** The outcome of switching. `panel-sent`: it was told, and cannot answer this way. `panel-silent`: nothing happened. */
export type PanelTold = {
  told: 'panel-on' | 'panel-standby' | 'panel-off' | 'panel-sent' | 'panel-silent'
  detail: string
}

export const PANEL_WAYS = ['cec', 'ddc', 'output', 'serial', 'network', 'command'] as const
export type PanelBy = (typeof PANEL_WAYS)[number]

/** One way to a panel. */
export type Panel = {
  by: PanelBy
  /** True if a panel answers this way. */
  find(): Promise<boolean>
  set(isOn: boolean): Promise<PanelTold>
  power(): Promise<PanelPower>
  /** The input that the panel shows, as it names it. */
  input?(): Promise<string | undefined>
  /** The panel's own name. */
  name?(): Promise<string | undefined>
}

/** The first way that answers. @param known the way that answered earlier: it is tried alone */
export async function findPanel(ways: readonly Panel[], known: string | undefined): Promise<Panel | undefined> {
  const before = ways.find(({ by }) => by === known)
  if (before) {
    // It prepares itself. If the panel is off, it may not answer now.
    await before.find()
    return before
  }
  for (const way of ways) if (await way.find()) return way
  return undefined
}

/** The answer for a panel that has said its power. */
export function toldOf(power: PanelPower, isOn: boolean, detail: string): PanelTold {
  if (power === 'unknown') return { told: 'panel-sent', detail }
  if ((power === 'on') !== isOn) return { told: 'panel-silent', detail }
  return { told: `panel-${power}`, detail }
}
