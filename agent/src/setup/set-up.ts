import { rmSync } from 'node:fs'
import { basename } from 'node:path'
import { isWifi, type Line, linesOf } from '../settings/lines.ts'
import { connect } from './connect.ts'
import { digestOfLines, otherLines, STICK_RULES } from './own-files.ts'
import { readState, type Setup, storeState, tellAgent } from './places.ts'
import { readSmall } from './read-file.ts'
import { takePassword } from './take-password.ts'
import { readWifi } from './wifi.ts'

/** Applies the Wi-Fi of the machine's own settings files: at its start, and when one of them changes. */
export async function setUp(setup: Setup): Promise<void> {
  const { places, say } = setup
  const problems: string[] = []
  const state = readState(places)
  const others = otherLines(places.files)
  for (const path of places.files) {
    const tell = (problem: string) => {
      say(`${path}: ${problem}`)
      problems.push(`${basename(path)}: ${problem}`)
    }
    const read = readSmall(path)
    if (!read) continue
    if ('problem' in read) {
      tell(read.problem)
      continue
    }
    const lines = linesOf(read.text)
    for (const { number, name, value } of lines)
      if (name === 'usb-stick' && !STICK_RULES.some((rule) => rule === value))
        tell(`line ${number}: usb-stick: ${STICK_RULES.join(', ')}`)
    const { wifi, problems: wrong } = readWifi(lines)
    for (const problem of wrong) tell(problem)
    if (!wifi) continue
    // A stick may have changed the network since. What was applied once is left alone.
    const isApplied = state.wifi[path] === digestOfWifi(lines)
    const { isStored, problem } = isApplied ? { isStored: true } : await connect(wifi, setup)
    if (problem) tell(problem)
    if (!isStored) continue
    let after = read.text
    try {
      after = takePassword(path, after)
    } catch (error) {
      say(`${path}: the Wi-Fi password cannot be removed (${(error as Error).message}). Remove it yourself`)
    }
    state.wifi[path] = digestOfWifi(linesOf(after))
  }
  const { atStick } = state
  if (atStick && Object.entries(others).some(([path, digest]) => atStick[path] !== digest)) {
    rmSync(places.ofStick, { force: true })
    state.atStick = null
    say('a settings file was changed after the USB stick was read. The settings of the stick are removed')
  }
  storeState(setup, state)
  tellAgent(setup, 'files', problems)
}

const digestOfWifi = (lines: readonly Line[]) => digestOfLines(lines.filter(({ name }) => isWifi(name)))
