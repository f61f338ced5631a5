import type { Installation } from './installation.ts'
import type { Terminal } from './terminal.ts'

export type Option = {
  /** A flag has no value. */
  kind: 'text' | 'flag'
  /** Placeholder of the value in the help, in capitals. */
  value?: string
  required?: boolean
  about: string
}

/** One call of a command, checked against its description. */
export type Call = {
  /** The arguments. The last one may be repeated or missing, if the command says so. */
  words: [string, ...string[]] | []
  text(option: string): string | undefined
  flag(option: string): boolean
  terminal: Terminal
  /** Opens the installation that the environment names. It is closed when the command ends. */
  open(): Promise<Installation>
}

/** The result of a command, as sentences for people and as JSON for programs. */
export type Done = {
  lines: string[]
  json: unknown
  /** The command was carried out, and found a problem. */
  code?: 1
  /** Lines begin with a mark, which a terminal shows in colour. */
  marked?: boolean
}

export type Command = {
  /** Words that call it, like `user create`. */
  name: string
  /** Its arguments in order. One that ends with … may be repeated. One in [brackets] is optional. */
  words: readonly string[]
  options: Record<string, Option>
  summary: string
  /** Shown in its own help, below the summary. */
  details?: readonly string[]
  run(call: Call): Promise<Done>
}

/** The command was called incorrectly. The message is a sentence. */
export class WrongUse extends Error {}

/** The command failed. The message is a sentence. */
export class Failure extends Error {
  /** For programs, in kebab-case. */
  readonly code: string
  /** One line each, below the message. */
  readonly details: string[]
  constructor(code: string, message: string, details: string[] = []) {
    super(message)
    this.code = code
    this.details = details
  }
}
