import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Ask, createAsk } from './ask.ts'

/** An answer to arguments that contain a text; the first that fits counts. */
export type Reply = { to: string; text?: string; code?: number; seconds?: number }

/** Real programs in a folder of their own. Each writes down its arguments, one a line, and answers as it was told. */
export type Programs = {
  folder: string
  ask: Ask
  put(program: string, replies: readonly Reply[]): void
  /** All calls since the last time: the program and its arguments. */
  calls(): string[][]
  remove(): void
}

export function createPrograms(): Programs {
  const folder = mkdtempSync(join(tmpdir(), 'placard-programs-'))
  const log = join(folder, 'log')
  mkdirSync(join(folder, 'answers'))
  let answers = 0
  return {
    folder,
    ask: createAsk(`${folder}:/usr/bin:/bin`),
    put(program, replies) {
      const cases = replies.map(({ to, text = '', code = 0, seconds = 0 }) => {
        answers += 1
        const file = join(folder, 'answers', String(answers))
        writeFileSync(file, text)
        return `*'${to}'*) ${seconds > 0 ? `exec sleep ${seconds}` : `cat ${file}; exit ${code}`} ;;`
      })
      const script = `#!/bin/sh
{ printf 'call\\n'; for one in ${program} "$@"; do printf '%s\\n' "$one"; done; } >> ${log}
case "$*" in
${cases.join('\n')}
esac
exit 64
`
      writeFileSync(join(folder, program), script)
      chmodSync(join(folder, program), 0o755)
    },
    calls() {
      const text = existsSync(log) ? readFileSync(log, 'utf8') : ''
      rmSync(log, { force: true })
      return text
        .split('call\n')
        .slice(1)
        .map((call) => call.trimEnd().split('\n'))
    },
    remove() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
