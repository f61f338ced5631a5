import { TimeZone } from '../content/display.ts'
import { Email, TypedPassword } from '../people/account.ts'
import { DisplayId, OrganisationId } from '../platform/id.ts'
import { Name } from '../platform/text.ts'
import { z } from '../platform/zod.ts'

/** 256 random bits in base64url. The holder can set up the installation, once. The server stores only a digest. */
const SetupToken = z.string('setup-link-expired').regex(/^[A-Za-z0-9_-]{43}$/, 'setup-link-expired')

/** A set-up link's token, as its holder sends it. Always in a body, because addresses are logged. */
export const SetupKey = z.strictObject({ token: SetupToken })
export type SetupKey = z.infer<typeof SetupKey>

/** The data that the set-up page needs at the start. */
export const SetupOffer = z.object({
  /** SETUP_LINK_EXPIRES_MS after the link was made; milliseconds since 1970. */
  expiresAt: z.int(),
  /** The kind of database, which decides how a backup is restored. */
  database: z.enum(['sqlite', 'postgres']),
})
export type SetupOffer = z.infer<typeof SetupOffer>

/**
 * The initial content of an installation: its first account, which is both an operator and an owner, with an organisation and a
 * display. If an import has already created an organisation or a display with that id, it is reused with the new name.
 */
export const FinishSetup = z.strictObject({
  token: SetupToken,
  /** The person's name. */
  name: Name,
  email: Email,
  password: TypedPassword,
  organisationId: OrganisationId,
  organisationName: Name,
  displayId: DisplayId,
  displayName: Name,
  timeZone: TimeZone,
  /** True: the display starts with the sample pictures, film and lines. */
  sample: z.boolean(),
  /** True: the display has a side bar with a menu, which is a playlist of one notice. Absent: false, its content has the whole screen. */
  menu: z.boolean().default(false),
})
export type FinishSetup = z.infer<typeof FinishSetup>

/**
 * The path of the set-up page, below the origin. The token is in the fragment, so that neither server logs nor referrers
 * contain it.
 */
export function setupPath(token: string): string {
  return `/setup#${token}`
}
