import type { Installation } from './installation.ts'
import type { Terminal } from './terminal.ts'

export type Option = {
  /** A flag has no value. */
  kind: 'text' | 'flag'
  /** The word that stands for the value in the help, in capitals. */
  value?: string
  required?: boolean
  about: string
}

/** One call of a command, checked as far as its description goes. */
export type Call = {
  /** As many as the command has arguments; the last of them may be there more than once, or not at all. */
  words: [string, ...string[]] | []
  text(option: string): string | undefined
  flag(option: string): boolean
  terminal: Terminal
  /** Opens the installation that the environment names; it is closed when the command ends. */
  open(): Promise<Installation>
}

/** The result of a command: sentences for people, and the same for machines. */
export type Done = {
  lines: string[]
  json: unknown
  /** It was done, and what was found is not as it should be. */
  code?: 1
  /** Lines begin with a mark, which a terminal shows in its colour. */
  marked?: boolean
}

export type Command = {
  /** How it is called, like `user create`. */
  name: string
  /** Its arguments in order; one that ends with … takes several, one in [brackets] may be left out. */
  words: readonly string[]
  options: Record<string, Option>
  summary: string
  /** For its own help, below the summary. */
  details?: readonly string[]
  run(call: Call): Promise<Done>
}

/** The command was called in a way that it does not have. Its message is a sentence. */
export class WrongUse extends Error {}

/** The command could not do what it was asked to. Its message is a sentence. */
export class Failure extends Error {
  /** For machines, in kebab-case. */
  readonly code: string
  /** A line each, below the message. */
  readonly details: string[]
  constructor(code: string, message: string, details: string[] = []) {
    super(message)
    this.code = code
    this.details = details
  }
}
