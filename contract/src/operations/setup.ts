import { TimeZone } from '../content/display.ts'
import { Email, TypedPassword } from '../people/account.ts'
import { DisplayId, OrganisationId } from '../platform/id.ts'
import { Name } from '../platform/text.ts'
import { z } from '../platform/zod.ts'

/** 256 random bits in base64url: whoever has it sets the installation up, once. The server keeps its digest alone. */
const SetupToken = z.string('setup-link-expired').regex(/^[A-Za-z0-9_-]{43}$/, 'setup-link-expired')

/** A set-up link's token as its holder presents it. Always in a body: addresses are written to logs. */
export const SetupKey = z.strictObject({ token: SetupToken })
export type SetupKey = z.infer<typeof SetupKey>

/** Facts that the set-up's page needs before anybody types. */
export const SetupOffer = z.object({
  /** SETUP_LINK_EXPIRES_MS after the link was made; milliseconds since 1970. */
  expiresAt: z.int(),
  /** The place of the data, which decides how a backup is restored over them. */
  database: z.enum(['sqlite', 'postgres']),
})
export type SetupOffer = z.infer<typeof SetupOffer>

/**
 * All that an installation begins with: its first account, which is an operator and an owner, and what that one owns.
 * An organisation or a display of that id that an import has brought is taken up under the new name.
 */
export const FinishSetup = z.strictObject({
  token: SetupToken,
  /** Of the person. */
  name: Name,
  email: Email,
  password: TypedPassword,
  organisationId: OrganisationId,
  organisationName: Name,
  displayId: DisplayId,
  displayName: Name,
  timeZone: TimeZone,
  /** True: the display begins with the pictures, the film and the lines that ship with the product. */
  sample: z.boolean(),
})
export type FinishSetup = z.infer<typeof FinishSetup>

/**
 * The page of the set-up, below the origin. The token stands behind the # so that neither a server's log nor a referrer
 * carries it.
 */
export function setupPath(token: string): string {
  return `/setup#${token}`
}
