import { execFile } from 'node:child_process'

const WITHIN_MS = 15_000
const MAX_OUTPUT_BYTES = 1_024 * 1_024

export type Answer = {
  /** False: there is no such program. */
  isThere: boolean
  /** undefined: it was ended because it took too long, or by a signal. */
  code: number | undefined
  /** The text that it wrote, to both outputs. */
  text: string
}

/** Runs a program with arguments, without a shell. Never fails. */
export type Ask = (program: string, args: readonly string[], withinMs?: number) => Promise<Answer>

/** @param path the folders in which programs are looked for; default: those of this process */
export function createAsk(path = process.env.PATH): Ask {
  return (program, args, withinMs = WITHIN_MS) =>
    new Promise((done) => {
      const env = {
        PATH: path,
        // Answers in the words that are understood here.
        LC_ALL: 'C.UTF-8',
        ...(process.env.XDG_RUNTIME_DIR && { XDG_RUNTIME_DIR: process.env.XDG_RUNTIME_DIR }),
        ...(process.env.WAYLAND_DISPLAY && { WAYLAND_DISPLAY: process.env.WAYLAND_DISPLAY }),
      }
      const options = { env, timeout: withinMs, killSignal: 'SIGKILL' as const, maxBuffer: MAX_OUTPUT_BYTES }
      execFile(program, [...args], options, (error, stdout, stderr) => {
        const text = `${stdout}${stderr}`
        if (!error) return done({ isThere: true, code: 0, text })
        const code = error.code ?? undefined
        done({
          isThere: code !== 'ENOENT' && code !== 'EACCES',
          code: typeof code === 'number' ? code : undefined,
          text: text === '' && code === undefined ? `${program} did not answer` : text,
        })
      })
    })
}

/** The last line that is not empty, for people. */
export const lastLineOf = (text: string): string => text.trim().split('\n').at(-1)?.trim() ?? ''
