import { Worker } from 'node:worker_threads'
import { type Email, MIN_PASSWORD_CHARACTERS } from '@placard/contract'
import { AppError } from '../../platform/errors.ts'
import { workerPath } from '../../platform/own-files.ts'
import { createQueue } from '../../platform/queue.ts'

/** Words that an attacker would try first for this product, in addition to the parts of the address and the names in use. */
const OWN_WORDS = ['placard', 'signage', 'display', 'dashboard', 'screen', 'poster']
/**
 * Passwords below this score (0 to 2) can be guessed in less than 10^8 tries by the estimator's count, which is feasible through
 * the sign-in form.
 */
const LEAST_SCORE = 3
/** The estimator's time grows with the square of the length, and longer passwords are not guessable. */
const JUDGED_CHARACTERS = 72

/** Characters that must remain after all known words are removed from a password. */
const LEAST_REST_CHARACTERS = 6
const LEAST_WORD_CHARACTERS = 3

/**
 * Refuses a new password that is short or easy to guess: common passwords, rows of keys, repetitions, and words that everybody
 * around the installation knows. There are no composition rules (NIST SP 800-63B-4 §3.1.1.2).
 *
 * @param names known to people around the owner
 * @throws AppError weak-password, unavailable
 */
export async function refuseWeakPassword(password: string, email: Email, names: string[]): Promise<void> {
  const words = [...OWN_WORDS, ...[email, ...names].flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u))]
  const isShort = [...password.normalize('NFC')].length < MIN_PASSWORD_CHARACTERS
  if (isShort || isMadeOf(words, password) || (await isGuessed(password))) {
    throw new AppError('weak-password', { field: 'password' })
  }
}

function isMadeOf(words: string[], password: string): boolean {
  const longestFirst = words.filter(({ length }) => length >= LEAST_WORD_CHARACTERS).sort((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase())
  return rest !== password.toLowerCase() && rest.replace(/[^\p{L}\p{N}]/gu, '').length < LEAST_REST_CHARACTERS
}

/** Passwords are judged one after the other, so that a flood of them does not occupy the machine. */
const inTurn = createQueue('password-strength')

function isGuessed(password: string): Promise<boolean> {
  return inTurn(async () => (await scoreOf(password.slice(0, JUDGED_CHARACTERS))) < LEAST_SCORE)
}

let judge: Worker | undefined

/** Runs in a thread, because one password takes up to a tenth of a second. */
function scoreOf(password: string): Promise<number> {
  judge ??= startJudge()
  const thread = judge
  thread.ref()
  return new Promise((resolve, reject) => {
    const isOver = (error: Error) => {
      if (judge === thread) judge = undefined
      reject(error)
    }
    thread.once('error', isOver)
    thread.once('message', (score: number) => {
      thread.off('error', isOver)
      // When idle, the thread must not keep the process alive.
      thread.unref()
      resolve(score)
    })
    thread.postMessage(password)
  })
}

/** Started when first needed, because its dictionaries take megabytes. */
function startJudge(): Worker {
  return new Worker(workerPath('people/accounts/password-worker'))
}
