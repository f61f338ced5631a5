import type { Command, Option } from './command.ts'

export const COMMON_OPTIONS: Record<string, Option> = {
  json: { kind: 'flag', about: 'print JSON' },
  help: { kind: 'flag', about: 'print this help' },
}

const PROGRAM = 'placard'
const SETTINGS = [
  'Like the server, it uses the data in DATA_DIR (default: ./data) or DATABASE_URL.',
  'Exit codes: 0 success, 1 failure, 2 wrong usage.',
]

/** @param group first word of the commands to list. undefined: all */
export function listingHelp(commands: Command[], group: string | undefined): string[] {
  const shown = commands.filter(({ name }) => group === undefined || name.split(' ')[0] === group)
  const width = Math.max(...shown.map((command) => usageOf(command).length))
  return [
    `${PROGRAM} COMMAND [--json] [--help]`,
    '',
    ...shown.map((command) => `  ${usageOf(command).padEnd(width)}  ${command.summary}`),
    '',
    `"${PROGRAM} COMMAND --help" describes a command. "${PROGRAM} --version" prints the version.`,
    ...SETTINGS,
  ]
}

export function commandHelp(command: Command): string[] {
  const options = Object.entries({ ...command.options, ...COMMON_OPTIONS })
  const names = options.map(([name, option]) => nameOf(name, option))
  const width = Math.max(...names.map((name) => name.length))
  return [
    `${PROGRAM} ${usageOf(command)}${Object.values(command.options).some(({ required }) => !required) ? ' [options]' : ''}`,
    '',
    command.summary,
    ...(command.details ? ['', ...command.details] : []),
    '',
    ...options.map(([, option], index) => `  ${(names[index] ?? '').padEnd(width)}  ${option.about}`),
    '',
    ...SETTINGS,
  ]
}

/** The command with its arguments and its required options. */
export function usageOf({ name, words, options }: Command): string {
  const required = Object.entries(options).filter(([, option]) => option.required)
  return [name, ...words, ...required.map(([option, described]) => nameOf(option, described))].join(' ')
}

function nameOf(name: string, option: Option): string {
  return option.kind === 'flag' ? `--${name}` : `--${name} ${option.value ?? 'TEXT'}`
}
