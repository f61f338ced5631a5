import type { IncomingHttpHeaders } from 'node:http'
import { type DisplayKey, type ProgrammeKey, programmeIdOf, type ScreenId } from '@placard/contract'
import { type Caller, mayUse } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import { attributesOf, type CookieSecurity, cookieNameOf, readCookie } from '../../platform/http/cookie.ts'
import { createLately } from '../../platform/lately.ts'
import { digestOf } from '../../platform/secret.ts'
import * as store from './paired.store.ts'

export type { PairedScreen } from './paired.store.ts'
export {
  changeScreen as changePaired,
  countOfOrganisation as countPaired,
  createScreen as createPaired,
  findAmong as findPairedAmong,
  findById as findPaired,
  findBySecret as findPairedBySecret,
  forgetDisplay as forgetDisplayOfScreens,
  isForEverybody,
  isKnown,
  letGo as letGoPaired,
  listOfDisplay as listPairedOfDisplay,
  listOfOrganisation as listPairedOfOrganisation,
  NO_FILMS_TOLD,
  removeLetGoBefore,
  updateFilmsSeen,
  updateSeen as updatePairedSeen,
} from './paired.store.ts'

/** 256 random bits in base64url. */
const SECRET = /^[A-Za-z0-9_-]{43}$/
/** The longest that browsers keep a cookie. Set again at each start of the screen. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60

/** A request with the screen's cookie: of Fastify or of Node. */
export type Carrier = { headers: Pick<IncomingHttpHeaders, 'cookie'> }

/** The paired screen whose secret a request carries. Undefined if there is none, or it is no longer valid. */
export async function findPairedOf(context: Context, request: Carrier): Promise<store.PairedScreen | undefined> {
  const digest = screenDigestOf(context, request)
  const found = digest === undefined ? undefined : await store.findBySecret(context.database.queries, digest)
  return found && !found.isLetGo ? found : undefined
}

/**
 * True if a request comes from the paired screen that it names, and that screen plays this programme. A paired screen keeps its
 * ScreenId for its whole life, even if it is moved to another display.
 */
export async function isPaired(
  context: Context,
  request: Carrier,
  key: ProgrammeKey,
  screenId: ScreenId,
): Promise<boolean> {
  const screen = await findPairedOf(context, request)
  return (
    screen?.id === screenId && screen.organisationId === key.organisationId && screen.displayId === programmeIdOf(key)
  )
}

/** True if a caller may see a paired screen. One without a display is only for those who may use all displays. */
export function maySeePaired(caller: Caller, { displayId }: Pick<store.PairedScreen, 'displayId'>): boolean {
  return displayId === null ? caller.displays === null : mayUse(caller, displayId)
}

/** Requests that come three times a minute and give no access are not verified each time. */
const PROVEN = { ms: 60_000, most: 20_000 }

/** Like `isPaired`, but a verified request is trusted for a minute. */
export function createPairedLately(
  context: Context,
): (request: Carrier, key: DisplayKey, screenId: ScreenId) => Promise<boolean> {
  const lately = createLately(PROVEN, context.now)
  return async (request, key, screenId) => {
    const digest = screenDigestOf(context, request)
    if (digest === undefined) return false
    const name = `${digest} ${key.organisationId}/${key.displayId}/${screenId}`
    return lately(name, () => isPaired(context, request, key, screenId))
  }
}

/** SHA-256 of the screen's secret in a request, if it carries one. */
export function screenDigestOf(context: Context, request: Carrier): string | undefined {
  const secret = screenSecretOf(context, request)
  return secret === undefined ? undefined : digestOf(secret)
}

/** The screen's secret in a request, if it has the right form. */
export function screenSecretOf(context: Context, request: Carrier): string | undefined {
  const value = readCookie(request.headers.cookie, cookieNameOf(COOKIE, securityOf(context)))
  return value !== undefined && isScreenSecret(value) ? value : undefined
}

export const isScreenSecret = (text: string) => SECRET.test(text)

/** @returns a Set-Cookie header */
export function screenCookie(context: Context, secret: string): string {
  const security = securityOf(context)
  return `${cookieNameOf(COOKIE, security)}=${secret}${attributesOf(MAX_AGE_SECONDS, security)}; HttpOnly`
}

const COOKIE = 'screen'

function securityOf({ config }: Context): CookieSecurity {
  return { https: config.publicUrl?.startsWith('https:') ?? false }
}
