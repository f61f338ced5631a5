import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Begun } from './server/obey.ts'

/** Data that the agent keeps when it is started again. */
export type State = {
  /** The secret of the screen, and the server that it belongs to. The browser has it as well. */
  origin?: string
  secret?: string
  /** False: the server has answered that it does not know the secret. */
  isKnown?: boolean
  /** The way by which the panel was reached last. */
  panelBy?: string
  begun: Begun
}

export type StateFile = {
  get(): State
  /** If the disk is full, the data are kept until the agent ends. */
  set(change: Partial<State>): void
}

export function openState(folder: string, onFailure: (reason: string) => void): StateFile {
  const file = join(folder, 'state.json')
  let state: State = { begun: [] }
  try {
    const read = JSON.parse(readFileSync(file, 'utf8'))
    if (Array.isArray(read.begun)) state = read
  } catch {
    // The first start, or a file that a power cut has left empty.
  }
  return {
    get: () => state,
    set(change) {
      const before = JSON.stringify(state)
      state = { ...state, ...change }
      const after = JSON.stringify(state)
      if (after === before) return
      try {
        writeFileSync(`${file}.new`, after, { mode: 0o600, flush: true } as object)
        renameSync(`${file}.new`, file)
      } catch (error) {
        onFailure((error as Error).message)
      }
    },
  }
}
