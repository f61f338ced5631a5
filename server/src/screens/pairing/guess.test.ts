import { OrganisationId, UserId } from '@placard/contract'
import { expect, it } from 'vitest'
import { createGuess, type Guess } from './guess.ts'

const SCHOOL = OrganisationId.parse('school')
const ADDRESS = '192.0.2.7'
const wrong = async () => undefined
const right = async () => 'screen'

/** @returns the error code, or the result of the lookup */
async function outcomeOf(guess: Guess, person: number, look: () => Promise<string | undefined>, more: Place = {}) {
  const { organisationId = SCHOOL, address = ADDRESS } = more
  try {
    return await guess({ userId: UserId.parse(`person-${person}`), organisationId }, address, look)
  } catch (error) {
    return (error as { code: string }).code
  }
}
type Place = { organisationId?: OrganisationId; address?: string }

/** Lets one person after the other guess until each is refused. */
async function guessAll(guess: Guess, people: number[], more: Place = {}): Promise<void> {
  for (const person of people) for (let tries = 0; tries < 6; tries += 1) await outcomeOf(guess, person, wrong, more)
}
const peopleFrom = (first: number, many: number) => Array.from({ length: many }, (_, index) => first + index)

it('[S42] a person who guesses is refused the right code as well, and nobody else is', async () => {
  const guess = createGuess(() => 0)
  await guessAll(guess, [1])
  expect(await outcomeOf(guess, 1, right)).toBe('too-many-requests')
  expect(await outcomeOf(guess, 1, right, { address: '203.0.113.9' })).toBe('too-many-requests')
  expect(await outcomeOf(guess, 2, right)).toBe('screen')
})

it('[S42] an organisation whose people and tokens guess leaves room for another one behind the same address', async () => {
  const guess = createGuess(() => 0)
  await guessAll(guess, peopleFrom(0, 40))
  expect(await outcomeOf(guess, 100, right)).toBe('too-many-requests')
  expect(await outcomeOf(guess, 100, right, { address: '203.0.113.9' })).toBe('too-many-requests')
  const organisationId = OrganisationId.parse('physics')
  for (let tries = 0; tries < 5; tries += 1)
    expect(await outcomeOf(guess, 200, wrong, { organisationId })).toBe('pairing-code-not-found')
})

it('[S42] a network has room for the guesses of many organisations, and a bound', async () => {
  const guess = createGuess(() => 0)
  for (let number = 0; number < 4; number += 1) {
    expect(await outcomeOf(guess, 1_000 + number, right)).toBe('screen')
    await guessAll(guess, peopleFrom(number * 10, 10), { organisationId: OrganisationId.parse(`school-${number}`) })
  }
  expect(await outcomeOf(guess, 1_000, right)).toBe('too-many-requests')
  expect(await outcomeOf(guess, 1_000, right, { address: '192.0.3.7' })).toBe('screen')
})

it('[S42] of simultaneous tries no more than the limit are checked', async () => {
  const guess = createGuess(() => 0)
  let looks = 0
  let answer: (found: undefined) => void = () => {}
  const held = new Promise<undefined>((resolve) => {
    answer = resolve
  })
  const tries = Array.from({ length: 20 }, () =>
    outcomeOf(guess, 1, () => {
      looks += 1
      return held
    }),
  )
  answer(undefined)
  const outcomes = await Promise.all(tries)
  expect(looks).toBe(5)
  expect(outcomes.filter((one) => one === 'too-many-requests')).toHaveLength(15)
})

it('[S42] a right code, and one whose screen could not be paired, cost no try', async () => {
  const guess = createGuess(() => 0)
  for (let tries = 0; tries < 12; tries += 1) {
    expect(await outcomeOf(guess, 1, right)).toBe('screen')
    const failing = () => Promise.reject(Object.assign(new Error('no room'), { code: 'too-many-screens' }))
    expect(await outcomeOf(guess, 1, failing)).toBe('too-many-screens')
  }
})

it('[S42] a try comes back every twelve seconds', async () => {
  let now = 0
  const guess = createGuess(() => now)
  await guessAll(guess, [1])
  now += 12_000
  expect(await outcomeOf(guess, 1, wrong)).toBe('pairing-code-not-found')
  expect(await outcomeOf(guess, 1, right)).toBe('too-many-requests')
})
