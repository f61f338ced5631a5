import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { type Readable, Writable } from 'node:stream'
import { TypedPassword } from '@placard/contract'
import { type Call, Failure, type Option, WrongUse } from './command.ts'
import type { Terminal } from './terminal.ts'

/** 120 bits: impossible to guess, and typed only once. */
const GENERATED_BYTES = 15
const MAX_INPUT_BYTES = 4_096

export const PASSWORD_OPTIONS: Record<string, Option> = {
  'generate-password': { kind: 'flag', about: 'generate a password and print it once' },
  'password-stdin': { kind: 'flag', about: 'read the password from standard input' },
}

export const PASSWORD_DETAILS = [
  'Without either option, the password is requested twice on the terminal and not shown.',
]

/** `generated`: true when it must be printed, because nobody knows it yet. */
export type ChosenPassword = { password: string; generated: boolean }

/** Chooses a new password in the way that the options name. The accounts check if it is strong enough. */
export async function choosePassword(call: Call): Promise<ChosenPassword> {
  const [generate, fromInput] = [call.flag('generate-password'), call.flag('password-stdin')]
  if (generate && fromInput) throw new WrongUse('Give --generate-password or --password-stdin, not both.')
  if (generate) return { password: randomBytes(GENERATED_BYTES).toString('base64url'), generated: true }
  const typed = fromInput ? await readAll(call.terminal.stdin) : await askTwice(call.terminal)
  const password = TypedPassword.safeParse(typed)
  if (password.success) return { password: password.data, generated: false }
  throw new Failure('weak-password', 'This password cannot be used: it is empty, too long or not text.')
}

/** Without the line break that `echo` appends. */
async function readAll(input: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > MAX_INPUT_BYTES) throw new Failure('too-long', 'Standard input did not contain a password.')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}

async function askTwice(terminal: Terminal): Promise<string> {
  if (!terminal.stdin.isTTY) {
    throw new WrongUse('There is no terminal to ask for a password. Use --generate-password or --password-stdin.')
  }
  const password = await ask(terminal, 'Password: ')
  if ((await ask(terminal, 'Repeat: ')) === password) return password
  throw new Failure('password-mismatch', 'The passwords are different. Nothing was changed.')
}

/** Reads a line without showing it. */
function ask({ stdin, stderr }: Terminal, prompt: string): Promise<string> {
  // The line editor writes its echo to a stream that discards it.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const editor = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 })
  stderr.write(prompt)
  return new Promise((resolve, reject) => {
    let line: string | undefined
    editor.on('line', (typed) => {
      line = typed
      editor.close()
    })
    // Ctrl-C and Ctrl-D close the editor without a line.
    editor.on('SIGINT', () => editor.close())
    editor.on('close', () => {
      stderr.write('\n')
      if (line === undefined) reject(new Failure('interrupted', 'Nothing was changed.'))
      else resolve(line)
    })
  })
}
