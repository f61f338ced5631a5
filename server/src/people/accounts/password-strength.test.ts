import { randomBytes } from 'node:crypto'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { Email } from '@placard/contract'
import { expect, it } from 'vitest'
import { refuseWeakPassword } from './password-strength.ts'

const OWNER = Email.parse('owner@college.example')
const PASSWORDS = 5
/** If passwords were judged on the event loop, it would turn once or twice; with a thread it turns thousands of times. */
const TURNS_OF_A_WAIT = 10

it('[S7] judges beside the event loop, which comes round meanwhile', async () => {
  // The first call starts the thread.
  await refuseWeakPassword('seventeen blue kettles', OWNER, [])
  let turns = 0
  for (let count = 0; count < PASSWORDS; count += 1) {
    let isJudged = false
    const judged = refuseWeakPassword(randomBytes(50).toString('base64'), OWNER, []).finally(() => {
      isJudged = true
    })
    while (!isJudged) {
      await turnOfLoop()
      turns += 1
    }
    await judged
  }
  expect(turns).toBeGreaterThan(PASSWORDS * TURNS_OF_A_WAIT)
})
