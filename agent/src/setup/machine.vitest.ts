import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPrograms, type Programs, type Reply } from '../machine/programs.vitest.ts'
import type { Setup } from './places.ts'
import { setUp } from './set-up.ts'
import { readStick, takeStick } from './stick.ts'

/** The folders of a machine, with an nmcli that answers as it is told. */
export type TestMachine = {
  root: string
  setup: Setup
  said: string[]
  programs: Programs
  /** The settings file of the boot partition. */
  boot: string
  stick: string
  keyfile: string
  write(path: string, text: string | Buffer): void
  /** Text of a file. Empty: it is absent. */
  read(path: string): string
  /** One start of the program for the machine's own files. @returns the lines that it said */
  start(): Promise<string[]>
  /** A stick is plugged in. @returns the lines that were said */
  plug(text?: string | Buffer): Promise<string[]>
  remove(): void
}

const CONNECTED: readonly Reply[] = [{ to: '' }]

export function createTestMachine(nmcli: readonly Reply[] | null = CONNECTED): TestMachine {
  const root = mkdtempSync(join(tmpdir(), 'placard-setup-'))
  const programs = createPrograms()
  if (nmcli) programs.put('nmcli', nmcli)
  programs.put('iw', [{ to: '' }])
  const at = (...path: string[]) => join(root, ...path)
  for (const folder of ['etc', 'boot', 'stick', 'connections', 'modprobe.d', 'agent']) mkdirSync(at(folder))
  const said: string[] = []
  const setup: Setup = {
    ask: programs.ask,
    pauseMs: 1,
    say: (line) => void said.push(line),
    places: {
      files: [at('etc', 'placard-screen.conf'), at('boot', 'placard-screen.conf')],
      ofStick: at('etc', 'usb-stick.conf'),
      connections: at('connections'),
      country: at('modprobe.d', 'placard-screen.conf'),
      agentState: at('agent', 'state.json'),
      folder: at('own'),
      notes: at('notes'),
    },
  }
  const stick = at('stick')
  const saidBy = async (run: () => Promise<void>) => {
    said.length = 0
    await run()
    return [...said]
  }
  return {
    ...{ root, setup, said, programs, stick },
    boot: at('boot', 'placard-screen.conf'),
    keyfile: at('connections', 'placard-screen.nmconnection'),
    write: (path, text) => writeFileSync(path, text),
    read: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : ''),
    start: () => saidBy(() => setUp(setup)),
    plug(text) {
      if (text !== undefined) writeFileSync(join(stick, 'placard-screen.conf'), text)
      return saidBy(() => takeStick(readStick(stick), setup))
    },
    remove() {
      programs.remove()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
