import { withoutLiveWords } from '../live-words.ts'
import { DAY_MS } from '../zone.ts'
import { fold, namesOf } from './names.ts'

// Finds the dates and weekdays in a text. Ambiguous text is ignored.

/** A day that a text mentions, in days since 1970, and its position in the text. */
type Named = { day: number; from: number; until: number }

/** A date without a year means the nearest such date, which is at most this many days away. */
const HALF_A_YEAR_DAYS = 183
/** A day that passed longer ago than this is considered history. */
const LONGEST_OVER_DAYS = 200
/**
 * Words before a day that show that something has been so since then, that something happened then, or that the day is
 * obviously past.
 */
const SINCE =
  /(?:^|[^\p{L}])(?:since|from|after|as of|of|on sale|opened|founded|updated|published|issued|dated|last|past|ab|seit|vom|nach|stand|gegründet|eröffnet|aktualisiert|veröffentlicht|letzten|letzter|vergangenen|dès|depuis|après|à partir du|du|desde|después del?|dal|dopo il|منذ|من|ابتداء من|اعتبارا من|بعد|بتاريخ|تحديث|geçen|son güncelleme|güncelleme|पिछले|अद्यतन)(?![\p{L}\p{M}])\s*:?\s*(?:on|the|am|dem|den|le|el|il|يوم)?\s*(?:[\p{L}\p{M}]+,?\s+)?$/u
/** The same words in languages that put them after the day: "20 Kasım'dan itibaren", "20 नवंबर से". */
const SINCE_BEHIND =
  /^(?:\s*\d{4})?\s*(?:['’]?[dt][ae]n(?!\p{L})|से(?![\p{L}\p{M}])|(?:['’]?[dt]eki|tarihli|को हुआ|को हुई))/u
/** Words that show that the day is part of the name of a street, a town or a building. */
const CALLED =
  /(?:street|avenue|square|place|straße|strasse|platz|rue|avenue|boulevard|calle|avenida|plaza|via|piazza|شارع|ميدان|مدينة|جسر|كوبري|جامعة|مستشفي|حي|طريق)\s+(?:of\s+(?:the\s+)?|des\s+|du\s+|de\s+|del\s+)?$/u
const CALLED_BEHIND =
  /^\s*(?:street|st\.|avenue|square|road|hall|caddesi|cad\.|sokağı|meydanı|mahallesi|mah\.|köprüsü|bulvarı|üniversitesi|stadı|parkı|मार्ग|चौक)(?![\p{L}])/u
/** Words for weekly events and for regular hours. */
const EVERY =
  /(?:^|[^\p{L}\p{M}])(?:every|each|weekly|daily|always|open|opens|closed|closes|shut|hours|jeden|jede|jeder|jeweils|immer|wöchentlich|täglich|geöffnet|geschlossen|offen|zu|ruhetag|öffnungszeiten|chaque|tous les|toutes les|ouvert|ouverte|fermé|fermée|cada|todos los|abierto|abierta|cerrado|cerrada|ogni|aperto|aperta|chiuso|chiusa|her|daima|açık|açıktır|kapalı|kapalıdır|haftalık|kuruluyor|كل|دائما|مفتوح|مفتوحة|مغلق|مغلقة|عطلة|إجازة|اجازة|دوام|الدوام|مواعيد|اسبوعيا|يوميا|हर|प्रत्येक|प्रति|रोज़|रोज|बंद|खुला|खुली|खुले|साप्ताहिक|каждый|каждую|каждое|по|закрыто|открыто)(?:[^\p{L}\p{M}]|$)|[每逢毎週週营營休定]|매주|휴무|휴관|ทุก|ปิด/u
/** Words that show that the weekday is part of a name, or of a weekly event. */
const OF_A_NAME = /(?:good|black|ash|maundy|holy|casual|herr|frau|mr|mrs|ms|dr|prof|صلاة|خطبة|جامع|مسجد|سوق)\.?\s+$/u
const NAMED_BEHIND =
  /^\s*(?:prayer|prayers|brunch|roast|lunch|service|school|mass|market|club|times|special|specials|movie|namazı|hutbesi|pazarı|yeri|बाज़ार|बाजार|नमाज़|नमाज)(?![\p{L}\p{M}])/u
/** Names of days that are also other words. They are ignored. */
const OTHER_WORDS = ['pazar', 'среда', 'minggu', 'niedziela']

/**
 * The last day that a text mentions, if it has passed.
 *
 * @param today days since 1970, by the clock at the display
 * @returns days since 1970; undefined: it mentions none, or one that has not passed
 */
export function dayOver(text: string, today: number, language: string | undefined): number | undefined {
  const folded = fold(withoutOtherWords(withoutLiveWords(text)))
  if (!/\d/.test(folded)) return undefined
  const dates = datesIn(folded, today, language)
  let last: Named | undefined
  for (const date of dates) if (!last || date.day > last.day) last = date
  if (!last || last.day >= today || last.day < today - LONGEST_OVER_DAYS) return undefined
  return isSince(folded, last) ? undefined : last.day
}

const isSince = (folded: string, { from, until }: Pick<Named, 'from' | 'until'>) =>
  SINCE.test(near(folded, from)) || SINCE_BEHIND.test(folded.slice(until, until + NEAR))

/** The maximum distance, in characters, between such a word and the day. */
const NEAR = 40
const near = (folded: string, from: number) => folded.slice(Math.max(0, from - NEAR), from)

/**
 * The weekdays that a text mentions, if today is none of them, the last of them is closer than the next, and the text is not
 * about every week.
 *
 * @param typed days since 1970: when the text was typed, if known. A text that was typed after the weekday means the next one.
 * @returns ISO 8601: Monday is 1
 */
export function weekdaysOver(
  text: string,
  { today, typed, language }: { today: number; typed: number | undefined; language: string | undefined },
): number[] | undefined {
  const folded = fold(withoutOtherWords(withoutLiveWords(text)))
  const said = weekdaysIn(folded, language)
  if (said.length === 0 || said.length > MOST_WEEKDAYS || EVERY.test(folded)) return undefined
  const ago = Math.min(...said.map((weekday) => (weekdayOf(today) - weekday + 7) % 7))
  if (ago === 0 || ago > 3) return undefined
  if (typed !== undefined && typed > today - ago) return undefined
  // A date next to it is more precise.
  if (datesIn(folded, today, language).length > 0) return undefined
  return said
}

/** Two weekdays are a range or a timetable: "Monday to Friday", "Monday and Wednesday". */
const MOST_WEEKDAYS = 1

/** English words that are also names of months: "Room 5 may be closed". */
const MAY = /(?<!\p{L})(?:may|march)(?!\p{L})/gu
const MAY_BE = /(?<!\p{L})may(?=\s+(?:be|not)(?!\p{L}))/giu
const withoutOtherWords = (text: string) => text.replace(MAY, '').replace(MAY_BE, '')

/** @param day days since 1970 */
const weekdayOf = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1

function weekdaysIn(folded: string, language: string | undefined): number[] {
  const { weekdays } = namesOf(language)
  const found = new Set<number>()
  for (const [name, weekday] of weekdays) {
    if (!folded.includes(name) || OTHER_WORDS.includes(name)) continue
    const at = within(name).exec(folded)
    if (!at) continue
    const said = { from: at.index, until: at.index + at[0].length }
    // A text with this is not about a single day.
    if (isCalled(folded, said, OF_A_NAME, NAMED_BEHIND) || isSince(folded, said)) return []
    found.add(weekday)
  }
  return Array.from(found).sort()
}

const isCalled = (folded: string, { from, until }: Pick<Named, 'from' | 'until'>, before: RegExp, behind: RegExp) =>
  before.test(near(folded, from)) || behind.test(folded.slice(until, until + NEAR))

const patterns = new Map<string, RegExp>()

/** A pattern for the name as a separate word. Arabic joins short words to it, and some scripts have no spaces. */
function within(name: string): RegExp {
  const pattern = patterns.get(name) ?? new RegExp(wordOf(name), 'u')
  patterns.set(name, pattern)
  return pattern
}

const wordOf = (name: string) => {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+')
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u.test(name)) return escaped
  return `(?<![\\p{L}\\p{M}\\p{N}])(?:[وفب]|ل(?=ا))?${escaped}(?![\\p{L}\\p{M}\\p{N}])`
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
      `(?<![\\p{N}:.,])(\\d{1,2})(?:st|nd|rd|th|er|º|\\.)?\\s+(?:(?:of|de|من)\\s+)?(${names})(?![\\p{L}\\p{M}])\\.?(?:,?\\s+(?:de\\s+)?(\\d{4})(?!\\p{N}))?`,
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
/**
 * Without a year it may be the number of a room, of a chapter or of a version. So a word or a mark before it must show that it
 * is a date.
 */
const WITH_DOTS =
  /(?<![\p{N}.])(?:(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\p{N})|(?<=(?:^|[\n(–-]|\p{L}{2},|(?<!\p{L})(?:am|bis|bis zum|zum|den|dem|der|und|von|vom|ab|seit|kl\.|dne|до|с))\s*)(\d{1,2})\.\s?(\d{1,2})\.(?![\p{N}\p{L}]))/gu
const WITH_SLASHES = /(?<!\p{N})(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\p{N})/gu
const IN_HAN = /(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日/gu

function datesIn(folded: string, today: number, language: string | undefined): Named[] {
  if (!/\d/.test(folded)) return []
  const named: Named[] = []
  const put = (
    { index, 0: said }: RegExpExecArray,
    year: string | undefined,
    month: number,
    day: string | undefined,
  ) => {
    const found = dayOf(year, month, Number(day), today)
    const where = { from: index, until: index + said.length }
    if (found !== undefined && !isCalled(folded, where, CALLED, CALLED_BEHIND)) named.push({ day: found, ...where })
  }
  for (const found of folded.matchAll(ISO)) put(found, found[1], Number(found[2]) - 1, found[3])
  for (const found of folded.matchAll(WITH_DOTS)) {
    const [, day, month, year, dayAlone, monthAlone] = found
    put(found, year, Number(month ?? monthAlone) - 1, day ?? dayAlone)
  }
  for (const found of folded.matchAll(WITH_SLASHES)) {
    const [, one, other, year] = found
    // The order of day and month is unknown, so the later date counts.
    put(found, year, Number(other) - 1, one)
    put(found, year, Number(one) - 1, other)
  }
  for (const found of folded.matchAll(IN_HAN)) put(found, found[1], Number(found[2]) - 1, found[3])
  if (/\p{L}/u.test(folded)) {
    const { dayFirst, monthFirst, months } = patternsOf(language)
    const monthOf = (name: string | undefined) => months.get((name ?? '').replace(/\s+/g, ' ')) ?? Number.NaN
    for (const found of folded.matchAll(dayFirst)) put(found, found[3], monthOf(found[2]), found[1])
    for (const found of folded.matchAll(monthFirst)) put(found, found[3], monthOf(found[1]), found[2])
  }
  return named
}

/** @returns days since 1970; undefined if the day does not exist in that month */
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
