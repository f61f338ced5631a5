import { parseArgs } from 'node:util'
import { ForeignFiles } from '../../content/media/service.ts'
import { ConfigError } from '../../platform/config.ts'
import { AppError, fromSystemError } from '../../platform/errors.ts'
import { VERSION } from '../../platform/version.ts'
import { UnreadableFile } from '../legacy-import/service.ts'
import { BACKUP_COMMANDS } from './backup.ts'
import { type Call, type Command, Failure, WrongUse } from './command.ts'
import { DEMO_COMMAND } from './demo.ts'
import { DISPLAY_COMMANDS } from './display.ts'
import { DOCTOR_COMMAND } from './doctor/command.ts'
import { COMMON_OPTIONS, commandHelp, listingHelp, usageOf } from './help.ts'
import { IMPORT_COMMAND } from './import.ts'
import { type Installation, openInstallation } from './installation.ts'
import { MEDIA_COMMANDS } from './media.ts'
import { ORGANISATION_COMMANDS } from './organisation.ts'
import { coloured, jsonText, printable } from './output.ts'
import { SETUP_COMMAND } from './setup.ts'
import type { Terminal } from './terminal.ts'
import { USER_COMMANDS } from './user.ts'

const COMMANDS: Command[] = [
  SETUP_COMMAND,
  ...USER_COMMANDS,
  ...ORGANISATION_COMMANDS,
  ...DISPLAY_COMMANDS,
  IMPORT_COMMAND,
  ...BACKUP_COMMANDS,
  ...MEDIA_COMMANDS,
  DEMO_COMMAND,
  DOCTOR_COMMAND,
]

/** 0: success. 1: failure. 2: incorrect call. */
export type ExitCode = 0 | 1 | 2

/**
 * Runs one command. Its result goes to stdout: sentences, or with --json exactly one JSON value, also for failures:
 * `{"error":{"code","message"}}`, with `details` if there are any. Everything else goes to stderr.
 *
 * @param args without the program's name
 */
export async function runCommandLine(args: string[], terminal: Terminal): Promise<ExitCode> {
  // Read before parsing, because parse errors are reported as JSON as well.
  const json = args.includes('--json')
  const { stdout, env } = terminal
  const isColoured = 'isTTY' in stdout && stdout.isTTY === true && !env.NO_COLOR
  const print = ({ lines, marked }: Ended) => {
    const shown = lines.map((line) => (marked && isColoured ? coloured(printable(line)) : printable(line)))
    stdout.write(`${shown.join('\n')}\n`)
  }
  try {
    const done = await runCommand(args, terminal)
    if (json && done.json !== undefined) terminal.stdout.write(`${jsonText(done.json)}\n`)
    else if (done.lines.length > 0) print(done)
    return done.code
  } catch (error) {
    const { code, message, exit, details } = describe(error)
    if (json) terminal.stdout.write(`${jsonText({ error: { code, message, details } })}\n`)
    else for (const line of [message, ...(details ?? [])]) terminal.stderr.write(`${printable(line)}\n`)
    return exit
  }
}

type Ended = { code: ExitCode; lines: string[]; json?: unknown; marked?: boolean }

async function runCommand(args: string[], terminal: Terminal): Promise<Ended> {
  if (args.includes('--version') && args.every((arg) => arg === '--version' || arg === '--json')) {
    return { code: 0, lines: [VERSION], json: { version: VERSION } }
  }
  const firstOption = args.findIndex((arg) => arg.startsWith('-'))
  const names = firstOption === -1 ? args : args.slice(0, firstOption)
  const command = COMMANDS.find(({ name }) => name === names.slice(0, name.split(' ').length).join(' '))
  if (!command) {
    const group = COMMANDS.some(({ name }) => name.split(' ')[0] === names[0]) ? names[0] : undefined
    const help = listingHelp(COMMANDS, group)
    if (args.includes('--help') && (names.length === 0 || (group !== undefined && names.length === 1))) {
      return { code: 0, lines: help }
    }
    if (names.length === 0) throw new WrongUse('Give a command before the options. "placard --help" lists them.')
    throw new WrongUse(
      `Unknown command ${JSON.stringify(names.slice(0, 2).join(' '))}. "placard --help" lists the commands.`,
    )
  }

  const { words, values } = parse(command, args.slice(command.name.split(' ').length))
  if (values.help === true) return { code: 0, lines: commandHelp(command) }
  check(command, words, values)
  let installation: Promise<Installation> | undefined
  const call: Call = {
    words,
    text(option) {
      const value = values[option]
      return typeof value === 'string' ? value : undefined
    },
    flag: (option) => values[option] === true,
    terminal,
    open() {
      installation ??= openInstallation(terminal)
      return installation
    },
  }
  try {
    return { code: 0, ...(await command.run(call)) }
  } finally {
    await installation?.then(
      (opened) => opened.close(),
      () => {},
    )
  }
}

function parse(command: Command, args: string[]): { words: Call['words']; values: Record<string, unknown> } {
  const described = Object.entries({ ...command.options, ...COMMON_OPTIONS })
  const options = Object.fromEntries(
    described.map(([name, { kind }]) => [name, { type: kind === 'flag' ? ('boolean' as const) : ('string' as const) }]),
  )
  try {
    const { positionals, values } = parseArgs({ args, options, strict: true, allowPositionals: true })
    const [first, ...rest] = positionals
    return { words: first === undefined ? [] : [first, ...rest], values }
  } catch (error) {
    // The message names the option. The advice after it does not apply to this program.
    const message = error instanceof Error ? error.message.split('. ')[0]?.replace(/\.$/, '') : String(error)
    throw new WrongUse(`${message}. ${hint(command)}`)
  }
}

function check(command: Command, words: string[], values: Record<string, unknown>): void {
  const least = command.words.filter((word) => !word.startsWith('[')).length
  const most = command.words.at(-1)?.endsWith('…') ? Number.POSITIVE_INFINITY : command.words.length
  if (words.length < least) throw new WrongUse(`${command.words[words.length]} is missing. ${hint(command)}`)
  if (words.length > most) throw new WrongUse(`${JSON.stringify(words[most])} is not expected. ${hint(command)}`)
  for (const [name, { required }] of Object.entries(command.options)) {
    if (required && values[name] === undefined) throw new WrongUse(`--${name} is missing. ${hint(command)}`)
  }
}

function hint(command: Command): string {
  return `Usage: placard ${usageOf(command)}`
}

/** Describes an error for the caller. */
function describe(error: unknown): { code: string; message: string; details?: string[]; exit: ExitCode } {
  if (error instanceof WrongUse) return { code: 'wrong-use', message: error.message, exit: 2 }
  if (error instanceof Failure) {
    const { code, message, details } = error
    return { code, message, ...(details.length > 0 && { details }), exit: 1 }
  }
  if (error instanceof UnreadableFile) {
    return { code: 'unreadable-file', message: `${error.message} Nothing was changed.`, exit: 1 }
  }
  if (error instanceof ConfigError) return { code: 'invalid-setting', message: error.message, exit: 1 }
  if (error instanceof ForeignFiles) return { code: 'foreign-files', message: error.message, exit: 1 }
  const known = error instanceof AppError ? error : fromSystemError(error)
  if (known) return { code: known.code, message: known.message, exit: 1 }
  const message = error instanceof Error ? messageOf(error) : String(error)
  return { code: 'internal', message: `The command failed: ${message}`, exit: 1 }
}

function messageOf(error: Error): string {
  return error.cause instanceof Error ? `${error.message} ${messageOf(error.cause)}` : error.message
}
