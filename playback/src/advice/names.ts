/** The names of days and months to recognise in a text: those of the display's language, of English and of Arabic. */
export type Names = {
  /** The keys are folded; 1 is Monday. */
  weekdays: Map<string, number>
  /** The keys are folded; 0 is January. */
  months: Map<string, number>
  /** From lower case to the spelling of the display's language. */
  cased: Map<string, string>
}

/** English and Arabic are always recognised, including the month names of the Levant. */
const ALWAYS = ['en', 'ar', 'ar-SY'] as const
const A_MONDAY = Date.UTC(2026, 10, 23)
const DAY_MS = 24 * 60 * 60_000

const known = new Map<string | undefined, Names>()

/** @param language BCP 47; undefined, or unknown to the engine: the engine's own */
export function namesOf(language: string | undefined): Names {
  const found = known.get(language)
  if (found) return found
  const names: Names = { weekdays: new Map(), months: new Map(), cased: new Map() }
  for (const one of [language, ...ALWAYS]) addNames(names, one, one === language)
  known.set(language, names)
  return names
}

function addNames({ weekdays, months, cased }: Names, language: string | undefined, isOwn: boolean): void {
  const put = (map: Map<string, number>, name: string, value: number) => {
    const folded = fold(name)
    if (/\p{L}/u.test(folded) && !map.has(folded)) map.set(folded, value)
    if (isOwn) cased.set(name.toLowerCase(), name)
  }
  for (let day = 0; day < 7; day += 1)
    put(weekdays, part(language, { weekday: 'long' }, 'weekday', A_MONDAY + day * DAY_MS), day + 1)
  for (let month = 0; month < 12; month += 1) {
    const at = Date.UTC(2026, month, 15)
    // Some languages use a different form of the month next to a day.
    put(months, part(language, { month: 'long' }, 'month', at), month)
    put(months, part(language, { day: 'numeric', month: 'long' }, 'month', at), month)
    put(months, part(language, { day: 'numeric', month: 'short' }, 'month', at).replace(/\.$/, ''), month)
  }
}

function part(
  language: string | undefined,
  how: Intl.DateTimeFormatOptions,
  type: Intl.DateTimeFormatPartTypes,
  at: number,
): string {
  const options = { ...how, timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' }
  for (const locale of [language, undefined]) {
    try {
      const parts = new Intl.DateTimeFormat(locale, options).formatToParts(at)
      return parts.find((one) => one.type === type)?.value ?? ''
    } catch {
      // Try the engine's own language.
    }
  }
  return ''
}

/** The digit zero of each script in which people write dates. */
const ZEROS = ['٠', '۰', '०', '০', '๐'].map((zero) => zero.charCodeAt(0))

/** Converts a text to lower case with ASCII digits, without the Arabic marks and letter forms that are optional in writing. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\u0640\u064B-\u065F\u0670]/g, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.charCodeAt(0)
      const zero = ZEROS.find((first) => code >= first && code < first + 10)
      return zero === undefined ? digit : String(code - zero)
    })
}
