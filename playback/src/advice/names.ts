/** The names of days and months that a text may say, whatever its language: of the display's, of English and of Arabic. */
export type Names = {
  /** Folded; 1 is Monday. */
  weekdays: Map<string, number>
  /** Folded; 0 is January. */
  months: Map<string, number>
  /** In lower case, as the display's language writes them. */
  cased: Map<string, string>
}

/** English and Arabic are always understood, with the months of the Levant. */
const ALWAYS = ['en', 'ar', 'ar-SY'] as const
const A_MONDAY = Date.UTC(2026, 10, 23)
const DAY_MS = 24 * 60 * 60_000

const known = new Map<string | undefined, Names>()

/** @param language BCP 47; undefined, or one that the engine does not know: its own */
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
    // In some languages a month is written otherwise beside a day.
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
      // The engine's own is tried.
    }
  }
  return ''
}

/** The first digit of each script whose digits people write dates with. */
const ZEROS = ['٠', '۰', '०', '০', '๐'].map((zero) => zero.charCodeAt(0))

/** In lower case, with digits of ours, and without the marks and forms that Arabic is written with or without. */
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
