import { type Ask, lastLineOf } from './ask.ts'
import { type Panel, type PanelPower, toldOf } from './panel.ts'

/** The values of the feature D6, power mode. */
const POWERS: Record<string, PanelPower> = { '01': 'on', '02': 'standby', '03': 'standby', '04': 'off', '05': 'off' }
const ON = '0x01'
/** From this state a panel returns by command. From 05 many only return by their button. */
const OFF = '0x04'
/** The values of the feature 60, input, as the standard names them. */
const INPUTS: Record<string, string> = {
  '01': 'VGA-1',
  '02': 'VGA-2',
  '03': 'DVI-1',
  '04': 'DVI-2',
  '0f': 'DisplayPort-1',
  '10': 'DisplayPort-2',
  '11': 'HDMI-1',
  '12': 'HDMI-2',
}

/** Controls the first panel that `ddcutil` lists (DDC/CI). */
export function createDdc(ask: Ask): Panel {
  let bus: string | undefined
  let name: string | undefined

  async function get(feature: string): Promise<{ value: string | undefined; line: string }> {
    const { text } = await ask('ddcutil', ['--bus', bus ?? '', 'getvcp', feature, '--brief'])
    return { value: new RegExp(`^VCP ${feature} SNC x([0-9a-f]{2})`, 'm').exec(text)?.[1], line: lastLineOf(text) }
  }

  return {
    by: 'ddc',
    async find() {
      const { text } = await ask('ddcutil', ['detect', '--brief'], 30_000)
      // A panel that does not answer is listed as "Invalid display".
      const found = /^Display \d+\n(?: .*\n)*? +I2C bus: +\/dev\/i2c-(\d+)((?:\n .*)*)/m.exec(text)
      bus = found?.[1]
      name = /Monitor: +[^:\n]*:([^:\n]+)/.exec(found?.[2] ?? '')?.[1]?.trim()
      return bus !== undefined && (await get('D6')).value !== undefined
    },
    async set(isOn) {
      if (bus === undefined && !(await this.find()))
        return { told: 'panel-silent', detail: 'no panel answers by DDC/CI' }
      const { code, text } = await ask('ddcutil', ['--bus', bus ?? '', '--noverify', 'setvcp', 'D6', isOn ? ON : OFF])
      if (code !== 0) return { told: 'panel-silent', detail: lastLineOf(text) }
      const { value, line } = await get('D6')
      return toldOf(POWERS[value ?? ''] ?? 'unknown', isOn, line)
    },
    async power() {
      return bus === undefined ? 'unknown' : (POWERS[(await get('D6')).value ?? ''] ?? 'unknown')
    },
    async input() {
      return bus === undefined ? undefined : INPUTS[(await get('60')).value ?? '']
    },
    async name() {
      return name
    },
  }
}
