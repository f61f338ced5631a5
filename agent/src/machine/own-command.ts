import { type Ask, lastLineOf } from './ask.ts'
import type { Panel } from './panel.ts'

/** A program that the machine's owner names in the settings file, for a panel that is controlled in its maker's own way. */
export type OwnCommand = { on: readonly string[]; off: readonly string[] }

export function createOwnCommand(ask: Ask, command: OwnCommand | undefined): Panel {
  return {
    by: 'command',
    find: async () => command !== undefined,
    async set(isOn) {
      const [program = '', ...args] = (isOn ? command?.on : command?.off) ?? []
      const { code, text } = await ask(program, args)
      return { told: code === 0 ? 'panel-sent' : 'panel-silent', detail: lastLineOf(text) }
    },
    power: async () => 'unknown',
  }
}
