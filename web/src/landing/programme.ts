/** The model of the trial: the content on the dashboard, and the content that the screens have received. */
export const PICTURES = ['welcome', 'symposium', 'hours'] as const
export type Picture = (typeof PICTURES)[number]

export type Programme = { visible: readonly Picture[]; line: string }
export type Model = { written: Programme; shown: Programme; connected: boolean }

export type Change =
  | { type: 'toggled'; picture: Picture }
  | { type: 'line-written'; line: string }
  | { type: 'unplugged' }
  | { type: 'plugged-in' }

export function begin(line: string): Model {
  const programme = { visible: PICTURES, line }
  return { written: programme, shown: programme, connected: true }
}

/** As in the product: without a network the screens keep their content, and take over the newest once they are connected again. */
export function change(model: Model, what: Change): Model {
  const written = edit(model.written, what)
  const connected = what.type === 'unplugged' ? false : what.type === 'plugged-in' ? true : model.connected
  return { written, connected, shown: connected ? written : model.shown }
}

function edit(programme: Programme, what: Change): Programme {
  switch (what.type) {
    case 'toggled': {
      const on = programme.visible.includes(what.picture)
      const visible = PICTURES.filter((picture) =>
        picture === what.picture ? !on : programme.visible.includes(picture),
      )
      return { ...programme, visible }
    }
    case 'line-written':
      return { ...programme, line: what.line }
    default:
      return programme
  }
}
