import { Worker } from 'node:worker_threads'
import { type Email, MIN_PASSWORD_CHARACTERS } from '@placard/contract'
import { AppError } from '../../platform/errors.ts'
import { workerPath } from '../../platform/own-files.ts'
import { createQueue } from '../../platform/queue.ts'

/** Words that a guesser of passwords for this product tries first, beside the parts of the address and the names in use. */
const OWN_WORDS = ['placard', 'signage', 'display', 'dashboard', 'screen', 'poster']
/** Fewer than 10^8 guesses by the estimator's count: within reach of somebody who only has the sign-in form (score 0 to 2). */
const LEAST_SCORE = 3
/** The estimator's time grows with the square of the length, and what is longer than this is not guessed. */
const JUDGED_CHARACTERS = 72

/** Characters that must be left of a password when every word that is known here is taken out of it. */
const LEAST_REST_CHARACTERS = 6
const LEAST_WORD_CHARACTERS = 3

/**
 * Refuses a new password that is short or easy to guess: common ones, rows of keys, repetitions, and words that everybody
 * who knows the installation knows. No rules of composition (NIST SP 800-63B-4 §3.1.1.2).
 *
 * @param names that whoever knows the owner knows
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

/**
 * Judges the process's passwords one after the other, so that a crowd of them waits for itself.
 */
const inTurn = createQueue('password-strength')

function isGuessed(password: string): Promise<boolean> {
  return inTurn(async () => (await scoreOf(password.slice(0, JUDGED_CHARACTERS))) < LEAST_SCORE)
}

let judge: Worker | undefined

/** In a thread of its own: one password takes up to a tenth of a second, in which the server would do nothing else. */
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
      // Idle, it keeps no process alive.
      thread.unref()
      resolve(score)
    })
    thread.postMessage(password)
  })
}

/** Its dictionaries are megabytes that a server which only plays never needs. */
function startJudge(): Worker {
  return new Worker(workerPath('people/accounts/password-worker'))
}
