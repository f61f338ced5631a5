import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** The running children, each with the time in milliseconds that it may take to stop. */
/** @type {Map<import('node:child_process').ChildProcess, number>} */
const running = new Map()
/** @type {NodeJS.Signals[]} */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** A child that has not stopped this long after it was asked is killed. */
const GRACE_MS = 10_000

let listening = false
let asked = false

/** Interval of the check that npm still runs. */
const ORPHAN_CHECK_MS = 250

/** Makes a signal to this process end its children first, so that none keeps running and holds a port. */
function listenOnce() {
  if (listening) return
  listening = true
  for (const signal of ENDING) process.on(signal, () => end(signal))
  // npm passes a signal to the shell in between, which dies of it without passing it on.
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
  // A second signal means that the user does not want to wait.
  for (const [child, graceMs] of running) stop(child, signal, asked ? 0 : graceMs)
  asked = true
}

/**
 * Asks a child to stop, and kills it after its time.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 * @param {number} graceMs
 */
function stop(child, signal, graceMs) {
  // The terminal has already sent Ctrl-C to the whole group. A second signal would mean "stop at once".
  const alreadyTold = signal === 'SIGINT' && process.stdin.isTTY
  if (!alreadyTold) child.kill(signal)
  setTimeout(() => child.kill('SIGKILL'), graceMs).unref()
}

/**
 * @typedef {object} Options
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] the whole environment; that of this process when left out
 * @property {boolean} [shell]
 * @property {'inherit' | 'collect'} [output] `collect` returns stdout and stderr together; `inherit` shows them
 * @property {(chunk: string) => void} [onOutput] receives the output in chunks instead
 * @property {number} [graceMs] the time that the child may take to stop after a signal
 * @property {boolean} [input] lets the child read this process's standard input; otherwise it gets none
 */

/**
 * Runs a program and waits until it ends.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {Options} [options]
 * @returns {Promise<{ code: number, output: string }>} the exit code, 128 + n after signal n, 127 when there is no such
 *   program; and the output, if it was collected
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

/** True when this process was asked to end, so that the end of its children is intended. */
export function isAsked() {
  return asked
}

/** Stops every child that is still running. */
export function stopAll() {
  for (const [child, graceMs] of running) stop(child, 'SIGTERM', graceMs)
}
