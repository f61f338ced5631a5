import { readdirSync } from 'node:fs'
import { type Ask, lastLineOf } from './ask.ts'
import { type Panel, type PanelPower, toldOf } from './panel.ts'

const POWERS: Record<string, PanelPower> = { on: 'on', 'to-on': 'on', standby: 'standby', 'to-standby': 'standby' }
/** A television takes some seconds to switch on. */
const LOOKS = 8
const LOOK_EVERY_MS = 1_000

/**
 * HDMI-CEC by `cec-ctl`. Its exit code is 0 whatever became of a message, so its text decides.
 *
 * @param devices folder of the devices
 */
export function createCec(ask: Ask, devices = '/dev', lookEveryMs = LOOK_EVERY_MS): Panel {
  let device: string | undefined
  let address: string | undefined

  /** The adapter loses its place on the bus when the program ends, so each call takes it again. */
  const tell = (...args: string[]) =>
    ask('cec-ctl', ['-d', device ?? '', '--playback', '--osd-name', 'Placard', '--to', '0', ...args])

  async function power(): Promise<{ power: PanelPower; line: string }> {
    const { text } = await tell('--give-device-power-status')
    const line = /pwr-state:.*/.exec(text)?.[0] ?? failureOf(text)
    return { power: POWERS[/pwr-state: ([a-z-]+)/.exec(text)?.[1] ?? ''] ?? 'unknown', line }
  }

  return {
    by: 'cec',
    async find() {
      const names = listOf(devices).filter((name) => /^cec\d+$/.test(name))
      for (const name of names) {
        device = `${devices}/${name}`
        const { isThere, text } = await ask('cec-ctl', ['-d', device, '--playback', '--osd-name', 'Placard'])
        if (!isThere) return false
        address = /Physical Address\s*: ([0-9a-f](?:\.[0-9a-f]){3})/.exec(text)?.[1]
        // No panel is connected to this port.
        if (!address || address === 'f.f.f.f') continue
        const answer = await tell('--give-device-power-status')
        if (answer.code === 0 && !isRefused(answer.text)) return true
      }
      device = undefined
      return false
    },
    async set(isOn) {
      if (device === undefined && !(await this.find())) return { told: 'panel-silent', detail: 'no CEC adapter' }
      const { text, code } = await tell(isOn ? '--image-view-on' : '--standby')
      if (code !== 0 || isRefused(text)) return { told: 'panel-silent', detail: failureOf(text) }
      if (isOn && address) await tell('--active-source', `phys-addr=${address}`)
      for (let look = 1; ; look++) {
        const now = await power()
        if (now.power === 'unknown' || (now.power === 'on') === isOn || look === LOOKS)
          return toldOf(now.power, isOn, now.line)
        await new Promise((done) => setTimeout(done, lookEveryMs))
      }
    },
    async power() {
      return device === undefined ? 'unknown' : (await power()).power
    },
    async name() {
      if (device === undefined) return undefined
      const { text } = await tell('--give-osd-name')
      return /^\s*name: (.+)$/m.exec(text)?.[1]?.trim()
    },
  }
}

/** A message that nobody on the bus has acknowledged, or that could not be sent. */
const isRefused = (text: string) =>
  /^\s*Tx, (?!OK)/m.test(text) || text.includes('CEC_TRANSMIT returned -1') || text.includes('Failed to open')
const failureOf = (text: string) =>
  /^\s*(Tx, .*|.*returned -1.*|Failed to open.*)$/m.exec(text)?.[1] ?? lastLineOf(text)

function listOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
