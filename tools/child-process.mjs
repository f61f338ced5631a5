import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** The children that run, each with the time that it may take to stop. */
/** @type {Map<import('node:child_process').ChildProcess, number>} */
const running = new Map()
/** @type {NodeJS.Signals[]} */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** How long a child may take to stop after it was asked, before it is ended by force. */
const GRACE_MS = 10_000

let listening = false
let asked = false

/** How often to look whether npm is still there. */
const ORPHAN_CHECK_MS = 250

/** A signal to this process ends its children first, so that none stays behind and holds a port. */
function listenOnce() {
  if (listening) return
  listening = true
  for (const signal of ENDING) process.on(signal, () => end(signal))
  // npm gives a signal to the shell between us, and that dies of it without passing it on.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event && process.platform !== 'win32') {
    const timer = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(timer)
      end('SIGTERM')
    }, ORPHAN_CHECK_MS).unref()
  }
}

/** @param {NodeJS.Signals} signal */
function end(signal) {
  if (running.size === 0) process.exit(128 + constants.signals[signal])
  // Somebody who asks twice does not want to wait.
  for (const [child, graceMs] of running) stop(child, signal, asked ? 0 : graceMs)
  asked = true
}

/**
 * Asks a child to stop, and makes it stop after its time.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 * @param {number} graceMs
 */
function stop(child, signal, graceMs) {
  // The terminal has sent Ctrl-C to the whole group already; a second one would read as "at once, whatever you are doing".
  const alreadyTold = signal === 'SIGINT' && process.stdin.isTTY
  if (!alreadyTold) child.kill(signal)
  setTimeout(() => child.kill('SIGKILL'), graceMs).unref()
}

/**
 * @typedef {object} Options
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] whole environment; the own one when left out
 * @property {boolean} [shell]
 * @property {'inherit' | 'collect'} [output] `collect` keeps stdout and stderr together for the answer; `inherit` shows them
 * @property {(chunk: string) => void} [onOutput] gets the output piece by piece instead
 * @property {number} [graceMs] how long it may take to stop after a signal
 * @property {boolean} [input] lets the child read this process's standard input; it gets none otherwise
 */

/**
 * Runs a program to its end.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {Options} [options]
 * @returns {Promise<{ code: number, output: string }>} the exit code, 128 + n after signal n, 127 when there is no such
 *   program; and what it printed when that was collected
 */
export function run(
  file,
  args,
  { cwd, env, shell, output = 'collect', onOutput, graceMs = GRACE_MS, input = false } = {},
) {
  listenOnce()
  if (asked)
    return Promise.resolve({ code: 128 + constants.signals.SIGINT, output: 'Not started: this was interrupted.\n' })
  return new Promise((resolve) => {
    const sink = output === 'inherit' && !onOutput ? 'inherit' : 'pipe'
    const child = spawn(file, args, { cwd, env, shell, stdio: [input ? 'inherit' : 'ignore', sink, sink] })
    running.set(child, graceMs)
    let collected = ''
    /** @param {string} chunk */
    const take = (chunk) => {
      if (onOutput) onOutput(chunk)
      else collected += chunk
    }
    child.stdout?.setEncoding('utf8').on('data', take)
    child.stderr?.setEncoding('utf8').on('data', take)
    child.on('error', (error) => {
      running.delete(child)
      resolve({ code: 127, output: `${collected}${error.message}\n` })
    })
    child.on('close', (code, signal) => {
      running.delete(child)
      resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), output: collected })
    })
  })
}

/** True: somebody has asked this process to end, so the end of its children is meant. */
export function isAsked() {
  return asked
}

/** Stops every child that is still running. */
export function stopAll() {
  for (const [child, graceMs] of running) stop(child, 'SIGTERM', graceMs)
}
