import { type Ask, lastLineOf } from './ask.ts'
import type { Panel } from './panel.ts'

/** The protocol of Wayland turns the picture anticlockwise. */
const TRANSFORMS = { 0: 'normal', 90: '270', 180: '180', 270: '90' } as const
export type Degrees = keyof typeof TRANSFORMS

/** The output of the compositor, by `wlr-randr`. */
export type Output = {
  panel: Panel
  /** Its modes as `1920x1080@60`, as the panel lists them; undefined: the compositor cannot be steered. */
  modes(): Promise<string[] | undefined>
  rotate(degrees: Degrees): Promise<{ isDone: boolean; detail: string }>
  /** @param mode one of `modes()`: anything else is refused */
  setMode(mode: string): Promise<{ isDone: boolean; detail: string }>
}

type Head = { name: string; isOn: boolean; modes: Map<string, string> }

export function createOutput(ask: Ask): Output {
  /** The first output. A machine with two has the same display on both. */
  async function read(): Promise<{ head: Head | undefined; detail: string }> {
    const { code, text } = await ask('wlr-randr', [])
    const name = /^(\S+) ".*"$/m.exec(text)?.[1]
    if (code !== 0 || !name) return { head: undefined, detail: lastLineOf(text) }
    const own = text.slice(text.indexOf(`${name} "`)).split(/\n(?=\S)/)[0] ?? ''
    const modes = new Map<string, string>()
    for (const [, width, height, hertz = ''] of own.matchAll(/^ +(\d+)x(\d+) px, (\d+\.\d+) Hz/gm)) {
      const short = `${width}x${height}@${Math.round(Number(hertz))}`
      if (!modes.has(short)) modes.set(short, `${width}x${height}@${hertz}Hz`)
    }
    return { head: { name, isOn: /^ {2}Enabled: yes$/m.test(own), modes }, detail: '' }
  }

  async function change(args: (head: Head) => string[] | undefined): Promise<{ isDone: boolean; detail: string }> {
    const { head, detail } = await read()
    const wanted = head && args(head)
    if (!head || !wanted) return { isDone: false, detail }
    const { code, text } = await ask('wlr-randr', ['--output', head.name, ...wanted])
    return { isDone: code === 0, detail: lastLineOf(text) }
  }

  return {
    panel: {
      by: 'output',
      find: async () => (await read()).head !== undefined,
      async set(isOn) {
        const { isDone, detail } = await change(() => [isOn ? '--on' : '--off'])
        // The panel sees no signal and goes to standby by itself. It says nothing about it.
        return { told: isDone ? 'panel-sent' : 'panel-silent', detail }
      },
      async power() {
        const { head } = await read()
        return head && !head.isOn ? 'standby' : 'unknown'
      },
    },
    async modes() {
      const { head } = await read()
      return head && [...head.modes.keys()]
    },
    rotate: (degrees) => change(() => ['--transform', TRANSFORMS[degrees]]),
    setMode: (mode) =>
      change(({ modes }) => {
        const whole = modes.get(mode)
        return whole ? ['--mode', whole] : undefined
      }),
  }
}
