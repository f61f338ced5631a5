import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../launcher/folder.ts'
import type { Ask } from '../machine/ask.ts'
import { readSmall } from './read-file.ts'

/** Files and folders of the machine. */
export type Places = {
  /** The settings files that belong to the machine. Later ones count more. */
  files: readonly string[]
  /** The settings that came by a USB stick. They count more than `files`. */
  ofStick: string
  /** NetworkManager's connections. */
  connections: string
  /** The country of the radio, for the start of the machine. */
  country: string
  /** The state of the agent. */
  agentState: string
  /** Data of its own. */
  folder: string
  /** Notes that the agent shows on the screen while it waits for the server, one file for each source. */
  notes: string
}

/** Everything that the program for Wi-Fi and USB sticks needs. */
export type Setup = {
  places: Places
  ask: Ask
  say(line: string): void
  /** Before the next try while there is no radio. */
  pauseMs?: number
}

export type State = {
  /** The lines about Wi-Fi of each file when they were applied, as digests. */
  wifi: Record<string, string>
  /** The other lines of each file when a stick was read, as digests. */
  atStick: Record<string, string> | null
}

const STATE = 'state.json'

/** A file that is absent or damaged counts as empty: all files are applied once more. */
export function readState({ folder }: Places): State {
  const read = readSmall(join(folder, STATE))
  try {
    const state = JSON.parse(read && 'text' in read ? read.text : '')
    if (typeof state.wifi === 'object' && state.wifi !== null && typeof state.atStick === 'object') return state
  } catch {
    // It is made below.
  }
  return { wifi: {}, atStick: null }
}

export function storeState({ places, say }: Setup, state: State): void {
  try {
    writeWhole(places.folder, STATE, Buffer.from(JSON.stringify(state)))
  } catch (error) {
    say(`cannot store the state: ${(error as Error).message}`)
  }
}

/** Replaces the notes of one source. They are in memory, so they are gone after a restart. */
export function tellAgent({ places, say }: Setup, source: 'files' | 'stick', notes: readonly string[]): void {
  try {
    mkdirSync(places.notes, { recursive: true })
    writeFileSync(join(places.notes, source), notes.map((note) => `${note}\n`).join(''))
  } catch (error) {
    say(`cannot show notes on the screen: ${(error as Error).message}`)
  }
}
