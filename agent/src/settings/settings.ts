import { createHash } from 'node:crypto'
import { type LineSetting, readLine } from '../machine/line.ts'
import { isForSetup, linesOf } from './lines.ts'

/** The settings of a machine, from placard-screen.conf. */
export type Settings = {
  /** The server's address; undefined: none was entered. */
  address?: string
  enrol?: string
  name?: string
  place?: string
  panel: 'auto' | 'none' | 'cec' | 'ddc' | 'output' | 'command'
  /** The line of its maker, which is then the only way. */
  panelLine?: LineSetting
  panelOn?: string[]
  panelOff?: string[]
  /** False: no pictures of the screen leave this machine. */
  pictures: boolean
  /** False: the machine is not restarted by command. */
  restartMachine: boolean
  browser?: string
  browserFlags: string[]
}

const PANELS = ['auto', 'none', 'cec', 'ddc', 'output', 'command'] as const

/** The settings without a file. */
const EMPTY: Settings = { panel: 'auto', pictures: true, restartMachine: true, browserFlags: [] }

/**
 * Reads lines of `name = value`; lines that begin with # are comments. A line that is wrong is left out.
 *
 * @param files the texts of the files, later ones count more
 */
export function readSettings(files: readonly string[]): { settings: Settings; problems: string[] } {
  const settings: Settings = { ...EMPTY }
  const problems: string[] = []
  for (const file of files) {
    for (const { number, name, value } of linesOf(file)) {
      if (isForSetup(name)) continue
      const problem = value.includes('\0') ? 'a zero byte' : set(settings, name, value)
      if (problem) problems.push(`line ${number}: ${problem}`)
    }
  }
  return { settings, problems }
}

/** Returns the problem with one setting, in words. undefined: it is valid. */
export const problemOf = (name: string, value: string): string | undefined => set({ ...EMPTY }, name, value)

/** Returns what is wrong. */
function set(settings: Settings, name: string, value: string): string | undefined {
  switch (name) {
    case 'address': {
      const url = urlOf(value)
      if (!url) return 'address: enter an address such as https://signage.example.org'
      settings.address = url
      return undefined
    }
    case 'enrol':
    case 'name':
    case 'place':
      settings[name] = value.slice(0, 1_000)
      return undefined
    case 'panel': {
      const panel = PANELS.find((one) => one === value)
      const line = panel ? undefined : readLine(value)
      if (typeof line === 'string') return `panel: one of ${PANELS.join(', ')}, or ${line}`
      settings.panel = panel ?? 'auto'
      if (line) settings.panelLine = line
      else delete settings.panelLine
      return undefined
    }
    case 'panel-on':
    case 'panel-off': {
      const words = wordsOf(value)
      if (!words[0]?.startsWith('/')) return `${name}: enter the whole path of a program`
      settings[name === 'panel-on' ? 'panelOn' : 'panelOff'] = words
      return undefined
    }
    case 'pictures':
    case 'restart-machine': {
      if (value !== 'yes' && value !== 'no') return `${name}: yes or no`
      settings[name === 'pictures' ? 'pictures' : 'restartMachine'] = value === 'yes'
      return undefined
    }
    case 'browser':
      if (!value.startsWith('/')) return 'browser: enter the whole path of a program'
      settings.browser = value
      return undefined
    case 'browser-flags':
      settings.browserFlags = wordsOf(value).filter((flag) => !flag.startsWith('--remote-debugging'))
      return undefined
    default:
      return `${name || 'no name'}: there is no such setting`
  }
}

/** Words, separated by blanks. A word in double quotes can contain blanks. */
const wordsOf = (value: string): string[] =>
  [...value.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')

function urlOf(value: string): string | undefined {
  try {
    const url = new URL(value)
    if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.hash) return undefined
    if (url.pathname === '/' && url.search === '') url.pathname = '/screen'
    return url.href
  } catch {
    return undefined
  }
}

/**
 * The address that the browser opens: with an enrolment code, the screen pairs itself.
 *
 * @param serial stays the same on this machine, so that a lost profile gives the same screen
 */
export function pageAddress({ address = '', enrol, name, place }: Settings, serial: string): string {
  if (!enrol) return address
  const machine = createHash('sha256').update(`placard-screen\0${serial}`).digest('hex').slice(0, 32)
  const told = new URLSearchParams({ enrol, ...(name && { name }), ...(place && { place }), machine })
  return `${address}#${told}`
}
