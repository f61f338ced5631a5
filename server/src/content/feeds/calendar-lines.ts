/** A line of a calendar, put together again. */
export type Property = {
  /** In capitals. */
  name: string
  /** Its parameters as they are written, each with its semicolon in front. */
  params: string
  /** Without blanks around it; never empty: an empty property says nothing, and is none. */
  value: string
}

/** An event, a time zone, or the rules of one. */
export type Component = { name: string; properties: Property[]; parts: Component[] }

export type Calendar = { properties: readonly Property[]; zones: readonly Component[]; events: readonly Component[] }

/** Components that stand in a calendar itself: where one begins, whatever is still open has ended, although its END is missing. */
const OUTERMOST = /^(VEVENT|VTODO|VJOURNAL|VFREEBUSY|VTIMEZONE|VAVAILABILITY)$/
/** The rules of a zone are three deep. More is no calendar, and is not followed. */
const DEEPEST = 8

/** The calendars of a file; some programs write several into one. */
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

/** Undefined: it is no property, or an empty one. */
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
  // A quote that nobody closed.
  if (colon === line.length) colon = line.indexOf(':')
  if (colon < 0) return undefined
  // A colon in the name of a zone, which belongs into quotes: a date has its own behind the last one.
  if (DATES.test(name) && !/^\s*\d{4}/.test(line.slice(colon + 1, colon + 40))) colon = line.lastIndexOf(':')
  const value = line.slice(colon + 1).trim()
  return value === '' ? undefined : { name: name.toUpperCase(), params: line.slice(name.length, colon), value }
}

const DATES = /^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)$/i

/** The first one of this name. */
export const propertyNamed = (
  { properties }: { properties: readonly Property[] },
  name: string,
): Property | undefined => properties.find((property) => property.name === name)

export const propertiesNamed = ({ properties }: Component, name: string): Property[] =>
  properties.filter((property) => property.name === name)

/** The value of a parameter, without its quotes; undefined where it is missing or empty. */
export function parameterOf({ params }: Property, name: 'TZID' | 'RANGE'): string | undefined {
  const [, quoted, bare] = PARAMETERS[name].exec(params) ?? []
  return (quoted ?? bare ?? '').replaceAll('"', '').trim() || undefined
}

const PARAMETERS = {
  TZID: /;\s*TZID\s*=\s*(?:"([^"]*)"|([^;]*))/i,
  RANGE: /;\s*RANGE\s*=\s*(?:"([^"]*)"|([^;]*))/i,
}

/** The words of a property as they are meant; empty where it is missing. */
export const wordsOf = (property: Property | undefined): string =>
  (property?.value ?? '').replace(/\\([\s\S])/g, (_, letter: string) => (/n/i.test(letter) ? '\n' : letter))
