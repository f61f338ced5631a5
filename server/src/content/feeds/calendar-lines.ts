/** An unfolded line of a calendar file. */
export type Property = {
  /** In capitals. */
  name: string
  /** The parameters as written, each with its leading semicolon. */
  params: string
  /** Trimmed. Never empty: empty properties are ignored. */
  value: string
}

/** An event, a time zone, or the rules of one. */
export type Component = { name: string; properties: Property[]; parts: Component[] }

export type Calendar = { properties: readonly Property[]; zones: readonly Component[]; events: readonly Component[] }

/** Components directly inside a calendar. When one begins, any open component has ended, even if its END is missing. */
const OUTERMOST = /^(VEVENT|VTODO|VJOURNAL|VFREEBUSY|VTIMEZONE|VAVAILABILITY)$/
/** The rules of a zone are nested three deep. Deeper nesting is not valid and is ignored. */
const DEEPEST = 8

/** The calendars of a file. Some programs write several into one file. */
export function calendarsIn(text: string): Calendar[] {
  const calendars: Component[] = []
  let open: Component[] = []
  const begin = (name: string) => {
    const component: Component = { name, properties: [], parts: [] }
    if (name === 'VCALENDAR') {
      calendars.push(component)
      open = []
    } else {
      if (OUTERMOST.test(name)) open = open.slice(0, 1)
      const parent = open.at(-1) ?? calendars.at(-1)
      parent?.parts.push(component)
    }
    open.push(component)
  }
  for (const line of text.replace(/(?:\r\n|\r|\n)[ \t]/g, '').split(/\r\n|\r|\n/)) {
    const property = propertyOf(line)
    if (property === undefined) continue
    const { name, value } = property
    if (name === 'BEGIN') {
      if (open.length < DEEPEST) begin(value.toUpperCase())
    } else if (name === 'END') {
      const ended = open.findLastIndex((one) => one.name === value.toUpperCase())
      if (ended >= 0) open = open.slice(0, ended)
    } else open.at(-1)?.properties.push(property)
  }
  return calendars.map(({ properties, parts }) => ({
    properties,
    zones: parts.filter((part) => part.name === 'VTIMEZONE'),
    events: parts.filter((part) => part.name === 'VEVENT'),
  }))
}

/** Undefined: not a property, or an empty one. */
function propertyOf(line: string): Property | undefined {
  const [name] = /^[A-Za-z0-9-]+(?=[;:])/.exec(line) ?? []
  if (name === undefined) return undefined
  let colon = name.length
  let isQuoted = false
  for (; colon < line.length; colon += 1) {
    const letter = line[colon]
    if (letter === '"') isQuoted = !isQuoted
    else if (letter === ':' && !isQuoted) break
  }
  // An unclosed quote.
  if (colon === line.length) colon = line.indexOf(':')
  if (colon < 0) return undefined
  // A time zone name with an unquoted colon: the value of a date begins after the last colon.
  if (DATES.test(name) && !/^\s*\d{4}/.test(line.slice(colon + 1, colon + 40))) colon = line.lastIndexOf(':')
  const value = line.slice(colon + 1).trim()
  return value === '' ? undefined : { name: name.toUpperCase(), params: line.slice(name.length, colon), value }
}

const DATES = /^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)$/i

/** The first property of this name. */
export const propertyNamed = (
  { properties }: { properties: readonly Property[] },
  name: string,
): Property | undefined => properties.find((property) => property.name === name)

export const propertiesNamed = ({ properties }: Component, name: string): Property[] =>
  properties.filter((property) => property.name === name)

/** The value of a parameter without quotes. Undefined if it is missing or empty. */
export function parameterOf({ params }: Property, name: 'TZID' | 'RANGE'): string | undefined {
  const [, quoted, bare] = PARAMETERS[name].exec(params) ?? []
  return (quoted ?? bare ?? '').replaceAll('"', '').trim() || undefined
}

const PARAMETERS = {
  TZID: /;\s*TZID\s*=\s*(?:"([^"]*)"|([^;]*))/i,
  RANGE: /;\s*RANGE\s*=\s*(?:"([^"]*)"|([^;]*))/i,
}

/** The text of a property, unescaped. Empty if the property is missing. */
export const wordsOf = (property: Property | undefined): string =>
  (property?.value ?? '').replace(/\\([\s\S])/g, (_, letter: string) => (/n/i.test(letter) ? '\n' : letter))
