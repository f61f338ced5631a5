import { Schedule } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitrarySchedule } from './arbitrary.ts'
import { bodyOf, CHOICES, type Draft, draftOf, withChoice } from './draft.ts'

const TODAY = '2026-11-22'
const always = draftOf(undefined, TODAY)
const own = (typed: Partial<Draft>): Draft => ({ ...always, choice: 'own', ...typed })
const problemsOf = (draft: Draft) =>
  Schedule.safeParse(bodyOf(draft).schedule).error?.issues.map(({ path, message }) => [path.join('.'), message])

it('[SD1] a schedule that is opened and saved is the same schedule', () => {
  fc.assert(
    fc.property(arbitrarySchedule, ({ days, not, ...rest }) => {
      const schedule = { ...rest, ...(days?.length === 7 || !days ? {} : { days }), ...(not?.length ? { not } : {}) }
      const kept = bodyOf(draftOf({ days, not, ...rest } as Schedule, TODAY)).schedule
      expect(kept ?? {}).toEqual(schedule)
      if (kept !== null) expect(Schedule.parse(kept)).toEqual(schedule)
    }),
  )
})

describe('a quick choice', () => {
  it.each([
    ['always', null],
    ['until', { until: '2026-11-30T00:00' }],
    ['weekdays', { days: [1, 2, 3, 4, 5], hours: [{ from: '08:00', until: '12:00' }] }],
    ['school', { days: [1, 2, 3, 4, 5], hours: [{ from: '08:00', until: '14:00' }] }],
    ['today', { from: '2026-11-22T00:00', until: '2026-11-23T00:00' }],
    ['own', null],
  ] as const)('[SD1] %s says all of it', (choice, schedule) => {
    expect(bodyOf(withChoice(always, choice, TODAY)).schedule).toEqual(schedule)
  })

  it.each(CHOICES.filter((choice) => choice !== 'own'))('[SD1] %s is found again in what was saved', (choice) => {
    const { schedule } = bodyOf(withChoice(always, choice, TODAY))
    expect(draftOf(schedule === null ? undefined : Schedule.parse(schedule), TODAY).choice).toBe(choice)
  })

  it.each<[string, Schedule]>([
    ['an exception', { days: [1, 2, 3, 4, 5], not: ['2026-12-24'] }],
    ['alone', { alone: true }],
    [
      'two times of day',
      {
        days: [1, 2, 3, 4, 5],
        hours: [
          { from: '08:00', until: '09:00' },
          { from: '10:00', until: '11:00' },
        ],
      },
    ],
    ['other days', { days: [1, 2] }],
    ['a first day', { from: '2026-12-01T00:00' }],
    ['a last day with a time', { until: '2026-12-01T17:00' }],
    ['one day that is not today', { from: '2026-11-23T00:00', until: '2026-11-24T00:00' }],
  ])('[SD1] what has %s is shown with all its fields', (_, schedule) => {
    expect(draftOf(schedule, TODAY).choice).toBe('own')
  })

  it('[SD1] keeps the exceptions, and everything is where the quick choice left it', () => {
    const excepted = own({ 'schedule.not': ['2026-12-24', ''], 'schedule.alone': true })
    const weekdays = withChoice(excepted, 'weekdays', TODAY)
    expect(bodyOf(weekdays).schedule).toMatchObject({ days: [1, 2, 3, 4, 5], not: ['2026-12-24'], alone: true })
    expect(bodyOf(withChoice(weekdays, 'own', TODAY)).schedule).toEqual(bodyOf(weekdays).schedule)
    expect(bodyOf(withChoice(weekdays, 'always', TODAY)).schedule).toBeNull()
  })
})

it('[SD1] "until Friday" includes Friday, "until 17:00" leaves 17:00 out', () => {
  const until = (date: string, time: string) => bodyOf(own({ 'schedule.until': { date, time } })).schedule
  expect(until('2026-12-18', '')).toEqual({ until: '2026-12-19T00:00' })
  expect(until('2026-12-31', '')).toEqual({ until: '2027-01-01T00:00' })
  expect(until('2026-12-18', '17:00')).toEqual({ until: '2026-12-18T17:00' })
})

it('[SD1] two empty times of day are the whole day, and one alone is a problem at its field', () => {
  const hours = (...typed: Draft['schedule.hours']) => own({ 'schedule.hours': typed })
  const none = { from: '', until: '' }
  expect(bodyOf(hours(none)).schedule).toBeNull()
  expect(problemsOf(hours(none, { from: '08:00', until: '' }))).toEqual([['hours.0.until', 'schedule-no-such-time']])
})

it('[SD1] a missing value is a problem at its field', () => {
  expect(problemsOf(own({ 'schedule.days': [] }))).toEqual([['days', 'schedule-without-days']])
  expect(problemsOf(own({ 'schedule.from': { date: '', time: '08:00' } }))).toEqual([['from', 'schedule-no-such-time']])
  expect(problemsOf(own({ 'schedule.until': { date: '', time: '08:00' } }))).toEqual([
    ['until', 'schedule-no-such-time'],
  ])
  const backwards = own({
    'schedule.from': { date: '2026-12-18', time: '' },
    'schedule.until': { date: '2026-12-17', time: '' },
  })
  expect(problemsOf(backwards)).toEqual([['until', 'schedule-ends-first']])
})
