import { withoutLiveWords } from '../live-words.ts'
import { DAY_MS } from '../zone.ts'
import { fold, namesOf } from './names.ts'

// What a text says of days, read as careful people would: where it may be meant otherwise, it says nothing.

/** A day that a text names. Days since 1970. */
type Named = { day: number; from: number }

/** Without its year a date is the nearest of that name; one of another year is no announcement. */
const HALF_A_YEAR_DAYS = 183
/** What is over for so long is told as history. */
const LONGEST_OVER_DAYS = 200
/** "Since 20 November" is not over. */
const SINCE =
  /(?:^|[^\p{L}])(?:since|from|as of|ab|seit|vom|dès|depuis|à partir du|desde|dal|منذ|من|ابتداء من)\s*(?:the|dem|den|le|el|il|يوم)?\s*$/u
const EVERY =
  /(?:^|[^\p{L}])(?:every|each|weekly|daily|jeden|jede|jeder|wöchentlich|chaque|tous les|toutes les|cada|todos los|ogni|كل|اسبوعيا|يوميا)(?:[^\p{L}]|$)/u

/**
 * The last day that a text says, where it is over.
 *
 * @param today days since 1970, by the clock at the display
 * @returns days since 1970; undefined: it says none, or one that is to come
 */
export function dayOver(text: string, today: number, language: string | undefined): number | undefined {
  const folded = fold(withoutLiveWords(text))
  if (!/\d/.test(folded)) return undefined
  const dates = datesIn(folded, today, language)
  let last: Named | undefined
  for (const date of dates) if (!last || date.day > last.day) last = date
  if (!last || last.day >= today || last.day < today - LONGEST_OVER_DAYS) return undefined
  return SINCE.test(folded.slice(0, last.from)) ? undefined : last.day
}

/**
 * The weekdays that a text says, where today is none of them, the last of them is nearer than the next, and it is not about every
 * week.
 *
 * @param typed days since 1970: when the text was typed, if that is known. What is said after a day is of the next one.
 * @returns ISO 8601: Monday is 1
 */
export function weekdaysOver(
  text: string,
  { today, typed, language }: { today: number; typed: number | undefined; language: string | undefined },
): number[] | undefined {
  const folded = fold(withoutLiveWords(text))
  const said = weekdaysIn(folded, language)
  if (said.length === 0 || said.length > MOST_WEEKDAYS || EVERY.test(folded)) return undefined
  const ago = Math.min(...said.map((weekday) => (weekdayOf(today) - weekday + 7) % 7))
  if (ago === 0 || ago > 3) return undefined
  if (typed !== undefined && typed > today - ago) return undefined
  // The date beside it says more.
  if (datesIn(folded, today, language).length > 0) return undefined
  return said
}

/** More of them are a timetable. */
const MOST_WEEKDAYS = 2

/** @param day days since 1970 */
const weekdayOf = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1

function weekdaysIn(folded: string, language: string | undefined): number[] {
  const { weekdays } = namesOf(language)
  const found = new Set<number>()
  for (const [name, weekday] of weekdays) {
    if (folded.includes(name) && within(name).test(folded)) found.add(weekday)
  }
  return Array.from(found).sort()
}

const patterns = new Map<string, RegExp>()

/** The name as a word of its own. Arabic has small words in one with it, and some scripts no blanks. */
function within(name: string): RegExp {
  const pattern = patterns.get(name) ?? new RegExp(wordOf(name), 'u')
  patterns.set(name, pattern)
  return pattern
}

const wordOf = (name: string) => {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+')
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u.test(name)) return escaped
  return `(?<![\\p{L}\\p{N}])(?:[وفب]|ل(?=ا))?${escaped}(?![\\p{L}\\p{N}])`
}

type DatePatterns = { dayFirst: RegExp; monthFirst: RegExp; months: Map<string, number> }
const datePatterns = new Map<string | undefined, DatePatterns>()

function patternsOf(language: string | undefined): DatePatterns {
  const found = datePatterns.get(language)
  if (found) return found
  const { months } = namesOf(language)
  const names = Array.from(months.keys())
    .filter((name) => /^[\p{L}\p{M}\s.]+$/u.test(name))
    .sort((one, other) => other.length - one.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+'))
    .join('|')
  const made = {
    dayFirst: new RegExp(
      `(?<![\\p{N}:.,])(\\d{1,2})(?:st|nd|rd|th|er|º|\\.)?\\s+(?:(?:of|de|من)\\s+)?(${names})(?![\\p{L}])\\.?(?:,?\\s+(?:de\\s+)?(\\d{4})(?!\\p{N}))?`,
      'gu',
    ),
    monthFirst: new RegExp(
      `(?<![\\p{L}])(${names})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?(?![\\p{N}:]|[.,]\\p{N})(?:,?\\s+(\\d{4})(?!\\p{N}))?`,
      'gu',
    ),
    months,
  }
  datePatterns.set(language, made)
  return made
}

const ISO = /(?<!\p{N})(\d{4})-(\d{2})-(\d{2})(?!\p{N})/gu
const WITH_DOTS = /(?<!\p{N})(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4})(?!\p{N})|(?!\p{N}))/gu
const WITH_SLASHES = /(?<!\p{N})(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\p{N})/gu
const IN_HAN = /(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日/gu

function datesIn(folded: string, today: number, language: string | undefined): Named[] {
  if (!/\d/.test(folded)) return []
  const named: Named[] = []
  const put = (from: number, year: string | undefined, month: number, day: string | undefined) => {
    const found = dayOf(year, month, Number(day), today)
    if (found !== undefined) named.push({ day: found, from })
  }
  for (const { index, 1: year, 2: month, 3: day } of folded.matchAll(ISO)) put(index, year, Number(month) - 1, day)
  for (const { index, 1: day, 2: month, 3: year } of folded.matchAll(WITH_DOTS))
    put(index, year, Number(month) - 1, day)
  for (const { index, 1: one, 2: other, 3: year } of folded.matchAll(WITH_SLASHES)) {
    // Day or month first: whichever is later counts.
    put(index, year, Number(other) - 1, one)
    put(index, year, Number(one) - 1, other)
  }
  for (const { index, 1: year, 2: month, 3: day } of folded.matchAll(IN_HAN)) put(index, year, Number(month) - 1, day)
  if (/\p{L}/u.test(folded)) {
    const { dayFirst, monthFirst, months } = patternsOf(language)
    const monthOf = (name: string | undefined) => months.get((name ?? '').replace(/\s+/g, ' ')) ?? Number.NaN
    for (const { index, 1: day, 2: name, 3: year } of folded.matchAll(dayFirst)) put(index, year, monthOf(name), day)
    for (const { index, 1: name, 2: day, 3: year } of folded.matchAll(monthFirst)) put(index, year, monthOf(name), day)
  }
  return named
}

/** @returns days since 1970; undefined for a day that its month does not have */
function dayOf(year: string | undefined, month: number, day: number, today: number): number | undefined {
  const at = (one: number) => {
    const ms = Date.UTC(one, month, day)
    const date = new Date(ms)
    return date.getUTCMonth() === month && date.getUTCDate() === day ? ms / DAY_MS : undefined
  }
  if (year !== undefined) return at(Number(year))
  const thisYear = new Date(today * DAY_MS).getUTCFullYear()
  return [thisYear - 1, thisYear, thisYear + 1]
    .map(at)
    .find((one) => one !== undefined && Math.abs(one - today) <= HALF_A_YEAR_DAYS)
}
