import {
  DisplayId,
  type DisplayKey,
  type Email,
  type LineId,
  MAX_LINE_CHARACTERS,
  OrganisationId,
  type Profile,
} from '@placard/contract'
import type { ForeignItem } from '../../content/items/service.ts'
import { nameOfKind } from './duration.ts'
import type { KeptValue } from './kept-value.ts'
import { legacyLineId } from './legacy-id.ts'
import { readItem } from './legacy-item.ts'
import { readProfile } from './legacy-profile.ts'
import { readText } from './legacy-text.ts'
import type { Found } from './read-export.ts'

/** Something that was changed or skipped. `path` is its address in the old database. `reason` is the end of a sentence. */
export type Note = { path: string; effect: 'skipped' | 'taken'; reason: string }

/** Something to import, with remarks on what was changed. They are reported only when it is added. */
export type Planned<Thing> = { path: string; thing: Thing; remarks: string[] }

export type PlannedDisplay = {
  key: DisplayKey
  items: Planned<ForeignItem>[]
  lines: Planned<{ id: LineId; text: string }>[]
  /** Number of items and lines that were skipped already. */
  skipped: { items: number; lines: number }
}

export type Plan = {
  displays: PlannedDisplay[]
  profiles: Planned<Profile & { email: Email }>[]
  /** Number of profiles that were skipped already. */
  skippedProfiles: number
  notes: Note[]
}

type Collected = {
  organisation: string
  display: string
  items: Map<string, KeptValue>
  lines: KeptValue | undefined
}

/**
 * Assigns what was found to displays, in order, and notes what is left out.
 *
 * @param now for items without a date, milliseconds since 1970
 */
export function planImport(found: Found[], now: number): Plan {
  const notes: Note[] = []
  const collected = new Map<string, Collected>()
  const profiles = new Map<string, KeptValue>()

  function displayOf({ organisation, display }: { organisation: string; display: string }): Collected {
    const name = JSON.stringify([organisation, display])
    const known = collected.get(name) ?? { organisation, display, items: new Map(), lines: undefined }
    collected.set(name, known)
    return known
  }

  function noteTwice(path: string): void {
    notes.push({ path, effect: 'skipped', reason: 'it exists more than once; the last one is used' })
  }

  for (const one of found) {
    switch (one.kind) {
      case 'item': {
        const { items } = displayOf(one)
        if (items.has(one.key)) noteTwice(`${one.organisation}/${one.display}/img/${one.key}`)
        items.set(one.key, one.value)
        break
      }
      case 'lines': {
        const display = displayOf(one)
        if (display.lines !== undefined) noteTwice(`${one.organisation}/${one.display}/scroll`)
        display.lines = one.value
        break
      }
      case 'profile':
        if (profiles.has(one.email)) noteTwice(`users/${one.email}`)
        profiles.set(one.email, one.value)
        break
    }
  }
  const planned = [...profiles].flatMap(([email, value]) => planProfile(email, value, notes))
  return {
    displays: [...collected.values()].flatMap((display) => planDisplay(display, notes, now)),
    profiles: planned,
    skippedProfiles: profiles.size - planned.length,
    notes,
  }
}

function planDisplay({ organisation, display, items, lines }: Collected, notes: Note[], now: number): PlannedDisplay[] {
  const path = `${organisation}/${display}`
  const organisationId = OrganisationId.safeParse(organisation)
  const displayId = DisplayId.safeParse(display)
  if (!organisationId.success || !displayId.success) {
    const which = organisationId.success ? display : organisation
    const reason = `${JSON.stringify(which.slice(0, 80))} is not a valid id: at most 64 lower-case letters, digits, - and _`
    notes.push({ path, effect: 'skipped', reason: `${reason} (${items.size} items)` })
    return []
  }
  const key: DisplayKey = { organisationId: organisationId.data, displayId: displayId.data }
  const planned: PlannedDisplay = { key, items: [], lines: [], skipped: { items: 0, lines: 0 } }

  // The generated keys begin with the time, so their order is the order in which the items were added.
  for (const [name, value] of [...items].sort(([one], [other]) => compareKeys(one, other))) {
    const item = readItem(key, name, value, now)
    if (item.kind === 'item') planned.items.push(pathed(`${path}/img/${name}`, item.item, item.remarks))
    else {
      notes.push({ path: `${path}/img/${name}`, effect: 'skipped', reason: item.reason })
      planned.skipped.items += 1
    }
  }
  planLines(planned, lines, `${path}/scroll`, notes)
  return [planned]
}

function planLines(planned: PlannedDisplay, value: KeptValue | undefined, path: string, notes: Note[]): void {
  if (value === undefined) return
  if (!(Array.isArray(value) || value instanceof Map)) {
    notes.push({ path, effect: 'skipped', reason: `it is ${nameOfKind(value)}, not a list of texts` })
    return
  }
  const occurrences = new Map<string, number>()
  // A list with gaps is exported as an object.
  const entries: [string, KeptValue][] = [...value.entries()].map(([name, line]) => [String(name), line])
  for (const [name, line] of entries.sort(([one], [other]) => compareKeys(one, other))) {
    const text = readText(line, 'text', MAX_LINE_CHARACTERS)
    if (text.kind === 'none') {
      const words = typeof line === 'string' ? 'it has no text' : `it is ${nameOfKind(line)}, not a text`
      notes.push({ path: `${path}/${name}`, effect: 'skipped', reason: words })
      planned.skipped.lines += 1
      continue
    }
    const occurrence = occurrences.get(text.text) ?? 0
    occurrences.set(text.text, occurrence + 1)
    const id = legacyLineId(planned.key, text.text, occurrence)
    planned.lines.push(pathed(`${path}/${name}`, { id, text: text.text }, text.remarks))
  }
}

function planProfile(email: string, value: KeptValue, notes: Note[]): Plan['profiles'] {
  const profile = readProfile(email, value)
  if (profile.kind === 'profile') return [pathed(`users/${email}`, profile.profile, profile.remarks)]
  notes.push({ path: `users/${email}`, effect: 'skipped', reason: profile.reason })
  return []
}

function pathed<Thing>(path: string, thing: Thing, remarks: string[]): Planned<Thing> {
  return { path, thing, remarks }
}

/** The old database's order of keys: integers first, by value, then all others by code units. */
function compareKeys(one: string, other: string): number {
  const numbers = [one, other].map((key) => (/^(0|[1-9]\d{0,9})$/.test(key) ? Number(key) : undefined))
  const [first, second] = numbers
  if (first !== undefined && second !== undefined) return first - second
  if (first !== undefined) return -1
  if (second !== undefined) return 1
  return one < other ? -1 : one > other ? 1 : 0
}
