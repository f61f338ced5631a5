import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { writeWhole } from '../launcher/folder.ts'
import { hasControl, isForSetup, isWifi, type Line, linesOf, SETTINGS_FILE } from '../settings/lines.ts'
import { problemOf } from '../settings/settings.ts'
import { connect } from './connect.ts'
import { otherLines, stickRule } from './own-files.ts'
import { type Places, readState, type Setup, storeState, tellAgent } from './places.ts'
import { type FileRead, readSmall } from './read-file.ts'
import { readWifi } from './wifi.ts'

/** Settings that a stick may have besides Wi-Fi. None of them names a program, a path or a flag. */
const OF_STICK: readonly string[] = ['address', 'enrol', 'name', 'place']
const LARGEST_STATE_BYTES = 256 * 1_024
const READABLE = 0o644

/** The file of a stick. `isNamedTxt`: Windows has made its name longer. */
export type OnStick = { read: FileRead; isNamedTxt: boolean }

/** Reads the file of a stick, so that the stick can be unplugged. @param folder of the stick */
export function readStick(folder: string): OnStick {
  const file = join(folder, SETTINGS_FILE)
  return { read: readSmall(file, true), isNamedTxt: existsSync(`${file}.txt`) }
}

/** Takes the settings of a USB stick: all of them, or none if one is wrong. */
export async function takeStick(onStick: OnStick, setup: Setup): Promise<void> {
  const notes: string[] = []
  await take(onStick, setup, {
    problem(problem) {
      setup.say(`USB stick, ${SETTINGS_FILE}: ${problem}`)
      notes.push(`USB stick, ${SETTINGS_FILE}: ${problem}`)
    },
    done: (done) => void notes.push(`USB stick: ${done}`),
    doing: (doing) => tellAgent(setup, 'stick', [...notes, `USB stick: ${doing}. You can remove the stick`]),
  })
  tellAgent(setup, 'stick', notes)
}

/** Words for the person who has plugged the stick in. */
type Tell = { problem(words: string): void; done(words: string): void; doing(words: string): void }

async function take({ read, isNamedTxt }: OnStick, setup: Setup, tell: Tell): Promise<void> {
  const { places, say } = setup
  if (!read) {
    if (isNamedTxt) tell.problem(`the file is named ${SETTINGS_FILE}.txt. Rename it to ${SETTINGS_FILE}`)
    return
  }
  const rule = stickRule(places.files)
  if (rule === 'no') return tell.problem('not read, because a settings file of this machine says usb-stick = no')
  if ('problem' in read) return tell.problem(`${read.problem}. Nothing was taken`)
  const lines = linesOf(read.text)
  const { wifi, problems } = readWifi(lines)
  for (const line of lines) {
    const problem = isForSetup(line.name) ? undefined : problemOfLine(line)
    if (problem) problems.push(`line ${line.number}: ${problem}`)
  }
  for (const problem of problems) tell.problem(`${problem}. Nothing was taken`)
  if (problems.length > 0) return
  for (const { number, name } of lines)
    if (!OF_STICK.includes(name) && !isWifi(name))
      say(`USB stick, ${SETTINGS_FILE}: line ${number}: ${name} is not taken from a stick`)
  const own = lines.filter(({ name }) => OF_STICK.includes(name))
  const isNew = own.length > 0 && !isKept(own, places)
  if (isNew && rule === 'first' && isPaired(places.agentState))
    tell.problem(
      'this screen is paired, so only Wi-Fi is taken. To take everything, write usb-stick = always into a settings file of this machine',
    )
  else if (isNew) keep(own, setup, tell)
  if (!wifi) return
  tell.doing(`connecting to the Wi-Fi “${wifi.name}”`)
  const { problem } = await connect(wifi, setup)
  if (problem) tell.problem(problem)
  else tell.done(`connected to the Wi-Fi “${wifi.name}”`)
}

const problemOfLine = ({ name, value }: Line) =>
  hasControl(value) ? `${name}: remove the control character` : problemOf(name, value)

/** The user of the agent writes this file, so nothing of it is trusted. A file that cannot be read counts as paired. */
function isPaired(agentState: string): boolean {
  const read = readSmall(agentState, true, LARGEST_STATE_BYTES)
  if (!read) return false
  try {
    const { secret, isKnown } = JSON.parse('text' in read ? read.text : '')
    return typeof secret === 'string' && isKnown !== false
  } catch {
    return true
  }
}

const fileOf = (lines: readonly Line[]) =>
  `# From a USB stick.\n${lines.map(({ name, value }) => `${name} = ${value}\n`).join('')}`

/** True if a stick with these lines was read before. It may have stayed in. */
function isKept(lines: readonly Line[], { ofStick }: Places): boolean {
  const read = readSmall(ofStick)
  return read !== undefined && 'text' in read && read.text === fileOf(lines)
}

/** Stores the settings for the agent, which starts again with them. */
function keep(lines: readonly Line[], setup: Setup, tell: Tell): void {
  const { places, say } = setup
  try {
    writeWhole(dirname(places.ofStick), basename(places.ofStick), Buffer.from(fileOf(lines)), READABLE)
  } catch (error) {
    tell.problem(`cannot be stored: ${(error as Error).message}`)
    return
  }
  storeState(setup, { ...readState(places), atStick: otherLines(places.files) })
  const taken = `${lines.map(({ name }) => name).join(', ')} taken`
  say(`USB stick, ${SETTINGS_FILE}: ${taken}`)
  tell.done(taken)
}
