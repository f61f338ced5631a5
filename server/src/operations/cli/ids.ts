import { DisplayId, type DisplayKey, Email, Name, OrganisationId, ROLES, Role, TimeZone } from '@placard/contract'
import type { z } from 'zod'
import { listDisplays } from '../../content/displays/service.ts'
import type { Context } from '../../platform/context.ts'
import { listOrganisations } from '../../platform/organisations/service.ts'
import { Failure, WrongUse } from './command.ts'

export function readEmail(word: string | undefined): Email {
  return read(Email, word, 'is not an email address')
}

export function readOrganisationId(word: string | undefined): OrganisationId {
  return read(OrganisationId, word, NOT_AN_ID)
}

export function readDisplayId(word: string | undefined): DisplayId {
  return read(DisplayId, word, NOT_AN_ID)
}

/** A name for people: one line, 1 to 200 characters. */
export function readName(word: string | undefined): string {
  return read(Name, word, 'is not a name: one line of 1 to 200 characters')
}

/** An IANA name. */
export function readTimeZone(word: string | undefined): TimeZone {
  return read(TimeZone, word, 'is not a time zone: a name like Asia/Kolkata or UTC')
}

export function readRole(word: string | undefined): Role {
  return read(Role, word, `is not a role: ${ROLES.join(', ')}`)
}

const NOT_AN_ID = 'is not an id: lower-case letters, digits, - and _, at most 64, a letter or digit first'

function read<Schema extends z.ZodType>(schema: Schema, word: string | undefined, problem: string): z.infer<Schema> {
  const result = schema.safeParse(word)
  if (result.success) return result.data
  throw new WrongUse(`${JSON.stringify((word ?? '').slice(0, 200))} ${problem}.`)
}

/** @throws Failure when it does not exist, listing the existing ones */
export async function requireOrganisation(context: Context, id: OrganisationId): Promise<void> {
  const organisations = await listOrganisations(context)
  if (organisations.some((one) => one.id === id)) return
  const ids = organisations.map((one) => one.id)
  throw new Failure('organisation-not-found', `The organisation ${id} does not exist. ${namesOf('organisations', ids)}`)
}

/** @throws Failure when it does not exist, listing the displays of its organisation */
export async function requireDisplay(context: Context, key: DisplayKey): Promise<void> {
  await requireOrganisation(context, key.organisationId)
  const displays = await listDisplays(context, key.organisationId)
  if (displays.some(({ id }) => id === key.displayId)) return
  const ids = displays.map(({ id }) => id)
  const problem = `${key.organisationId} has no display ${key.displayId}.`
  throw new Failure('display-not-found', `${problem} ${namesOf('displays', ids)}`)
}

function namesOf(things: string, ids: string[]): string {
  if (ids.length === 0) return `There are no ${things} yet.`
  const shown = ids.slice(0, 20)
  return `Existing ${things}: ${shown.join(', ')}${ids.length > shown.length ? ' …' : ''}`
}
