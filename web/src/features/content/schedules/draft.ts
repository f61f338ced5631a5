import { Schedule } from '@placard/contract'
import { dayAfter } from './local-date.ts'

/** The quick choices, and `own` for all fields. */
export const CHOICES = ['always', 'until', 'weekdays', 'school', 'today', 'own'] as const
export type Choice = (typeof CHOICES)[number]

export type Hours = { from: string; until: string }

/** A date field and an optional time field. Empty: not set. */
export type TypedMoment = { date: string; time: string }

/** The values of the form's fields, named by their path in the command's body. */
export type Draft = {
  choice: Choice
  'schedule.from': TypedMoment
  /** With a date only, that day is included. */
  'schedule.until': TypedMoment
  'schedule.days': number[]
  'schedule.hours': Hours[]
  'schedule.not': string[]
  'schedule.alone': boolean
}

export const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const WORKING_DAYS = [1, 2, 3, 4, 5]

/** The initial times of a quick choice; they can be changed. */
export const QUICK_HOURS = {
  weekdays: { from: '08:00', until: '12:00' },
  school: { from: '08:00', until: '14:00' },
} satisfies Partial<Record<Choice, Hours>>

const NO_MOMENT: TypedMoment = { date: '', time: '' }
const START_OF_DAY = '00:00'

/** @param today the date at the display */
export function draftOf(schedule: Schedule | undefined, today: string): Draft {
  const { from, until, days = EVERY_DAY, hours = [], not = [], alone = false } = schedule ?? {}
  return {
    choice: choiceOf(schedule, today),
    'schedule.from': from === undefined ? NO_MOMENT : momentOf(from),
    'schedule.until': until === undefined ? NO_MOMENT : lastMomentOf(until),
    'schedule.days': days,
    'schedule.hours': hours,
    'schedule.not': not,
    'schedule.alone': alone,
  }
}

/** The quick choice that matches a schedule. */
function choiceOf(schedule: Schedule | undefined, today: string): Choice {
  const { from, until, days, hours, not, alone } = schedule ?? {}
  const [window, ...others] = hours ?? []
  if (not?.length || alone || others.length > 0) return 'own'
  if (days?.join() === WORKING_DAYS.join() && !from && !until) {
    const { school } = QUICK_HOURS
    return window?.from === school.from && window.until === school.until ? 'school' : 'weekdays'
  }
  if (days || window) return 'own'
  if (!until) return from ? 'own' : 'always'
  if (from) return from === `${today}T${START_OF_DAY}` && lastMomentOf(until).date === today ? 'today' : 'own'
  return lastMomentOf(until).time === '' ? 'until' : 'own'
}

function momentOf(local: string): TypedMoment {
  const time = local.slice(11)
  return { date: local.slice(0, 10), time: time === START_OF_DAY ? '' : time }
}

/** "Until Friday" is stored as the start of Saturday. */
function lastMomentOf(local: string): TypedMoment {
  const { date, time } = momentOf(local)
  return time === '' ? { date: dayAfter(date, -1), time } : { date, time }
}

/** Applies a quick choice. Exceptions and `alone`, which quick choices have no fields for, are kept except with "always". */
export function withChoice(draft: Draft, choice: Choice, today: string): Draft {
  const kept = {
    'schedule.not': draft['schedule.not'].filter((date) => Schedule.shape.not.safeParse([date]).success),
    'schedule.alone': draft['schedule.alone'],
  }
  switch (choice) {
    case 'own':
      return { ...draft, choice }
    case 'always':
      return { ...draftOf(undefined, today), choice }
    case 'until':
      return { ...draftOf(undefined, today), ...kept, choice, 'schedule.until': { date: dayAfter(today, 7), time: '' } }
    case 'today': {
      const moment = { date: today, time: '' }
      return { ...draftOf(undefined, today), ...kept, choice, 'schedule.from': moment, 'schedule.until': moment }
    }
    case 'weekdays':
    case 'school':
      return {
        ...draftOf(undefined, today),
        ...kept,
        choice,
        'schedule.days': WORKING_DAYS,
        'schedule.hours': [QUICK_HOURS[choice]],
      }
  }
}

/** The command's body, for the contract's schema to validate. Null: always. */
export function bodyOf(draft: Draft): { schedule: unknown } {
  const { 'schedule.from': from, 'schedule.until': until, 'schedule.days': days } = draft
  const hours = typedHours(draft['schedule.hours'])
  const not = draft['schedule.not'].filter((date) => date !== '')
  const schedule = {
    ...(isEmpty(from) ? {} : { from: `${from.date}T${from.time || START_OF_DAY}` }),
    ...(isEmpty(until) ? {} : { until: untilOf(until) }),
    ...(days.length === EVERY_DAY.length ? {} : { days }),
    ...(hours.length === 0 ? {} : { hours }),
    ...(not.length === 0 ? {} : { not }),
    ...(draft['schedule.alone'] ? { alone: true } : {}),
  }
  return { schedule: Object.keys(schedule).length === 0 ? null : schedule }
}

/** Leaves out rows with two empty fields, which mean the whole day. */
export const typedHours = (hours: readonly Hours[]) => hours.filter(({ from, until }) => from !== '' || until !== '')

const isEmpty = ({ date, time }: TypedMoment) => date === '' && time === ''
const untilOf = ({ date, time }: TypedMoment) => (time === '' ? `${dayAfter(date)}T${START_OF_DAY}` : `${date}T${time}`)
