import { type Ask, lastLineOf } from './ask.ts'

export type Volume = {
  /** 0 to 100; undefined: the machine has no volume that can be set. */
  get(): Promise<number | undefined>
  set(percent: number): Promise<{ isDone: boolean; detail: string }>
}

const SINK = '@DEFAULT_AUDIO_SINK@'
const CONTROLS = ['Master', 'PCM', 'Digital', 'HDMI', 'Headphone']

/** By PipeWire (`wpctl`), or by ALSA's mixer (`amixer`) where no PipeWire runs. */
export function createVolume(ask: Ask): Volume {
  async function byPipeWire(): Promise<number | undefined> {
    const { code, text } = await ask('wpctl', ['get-volume', SINK])
    const share = /^Volume: (\d+\.\d+)/m.exec(text)?.[1]
    return code === 0 && share ? Math.min(100, Math.round(Number(share) * 100)) : undefined
  }

  async function mixerControl(): Promise<string | undefined> {
    const { code, text } = await ask('amixer', ['scontrols'])
    if (code !== 0) return undefined
    const names = [...text.matchAll(/^Simple mixer control '([^']+)',0/gm)].map(([, name = '']) => name)
    return CONTROLS.find((name) => names.includes(name))
  }

  return {
    async get() {
      const share = await byPipeWire()
      if (share !== undefined) return share
      const control = await mixerControl()
      if (!control) return undefined
      const { text } = await ask('amixer', ['sget', control])
      const percent = /Playback .*\[(\d+)%\]/.exec(text)?.[1]
      return percent === undefined ? undefined : Number(percent)
    },
    async set(percent) {
      if ((await byPipeWire()) !== undefined) {
        const { code, text } = await ask('wpctl', ['set-volume', SINK, (percent / 100).toFixed(2)])
        return { isDone: code === 0, detail: lastLineOf(text) }
      }
      const control = await mixerControl()
      if (!control) return { isDone: false, detail: 'no volume control' }
      const { code, text } = await ask('amixer', ['sset', control, `${percent}%`])
      return { isDone: code === 0, detail: lastLineOf(text) }
    },
  }
}
