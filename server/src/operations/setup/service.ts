import { timingSafeEqual } from 'node:crypto'
import {
  type DisplayKey,
  type FinishSetup,
  SETUP_LINK_EXPIRES_MS,
  type SetupOffer,
  setupPath,
  type UserId,
} from '@placard/contract'
import { createDisplay, listDisplays, type Sender, updateDisplay } from '../../content/displays/service.ts'
import type { Accounts, SignedIn, Visitor } from '../../people/accounts/service.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { networkOf } from '../../platform/network.ts'
import { ensureOrganisation, updateOrganisation } from '../../platform/organisations/service.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { digestOf, newSecret } from '../../platform/secret.ts'
import { addMenu, fillWithSample } from '../seed/service.ts'
import * as store from './store.ts'

/** Limits for wrong tokens, per network and in total. The right token is never refused because of them, so nobody is locked out. */
const PER_NETWORK = { atOnce: 20, everyMs: 60_000, names: 10_000 }
const IN_ALL = { atOnce: 500, everyMs: 2_000, names: 1 }

/** Creates the first account of an installation, through a link that the server itself prints. */
export type Setup = {
  /**
   * Creates a link and invalidates the previous one.
   *
   * @returns its path below the origin, which cannot be read again. undefined when an account exists
   */
  createLink(): Promise<{ path: string; expiresAt: number } | undefined>
  /** @throws AppError setup-link-expired, already-set-up, too-many-requests */
  read(token: string, visitor: Pick<Visitor, 'address'>): Promise<SetupOffer>
  /**
   * Creates the operator's account, organisation and display, and signs in. All or nothing.
   *
   * @throws AppError as `read`; weak-password, unavailable, disk-full
   */
  finish(wanted: FinishSetup, visitor: Visitor): Promise<SignedIn>
}

export function createSetup(context: Context, accounts: Accounts): Setup {
  const { log, now } = context
  const { queries, dialect } = context.database
  const perNetwork = createRateLimit(PER_NETWORK)
  const inAll = createRateLimit(IN_ALL)

  /** The valid link of a token. The answer reveals nothing to a caller with another token. */
  async function requireLink(token: string, address: string): Promise<store.SetupLink> {
    const link = await store.findLink(queries)
    if (!link || !isOf(link, token)) {
      const waitMs = perNetwork.take(networkOf(address), now()) || inAll.take('', now())
      if (waitMs === 0) throw new AppError('setup-link-expired', { field: 'token' })
      log.warn({ network: networkOf(address) }, 'too many attempts with wrong set-up links')
      throw new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
    }
    if (link.usedAt !== null || (await accounts.hasUsers())) throw new AppError('already-set-up')
    if (link.expiresAt <= now()) throw new AppError('setup-link-expired', { field: 'token' })
    return link
  }

  return {
    async createLink() {
      if (await accounts.hasUsers()) return undefined
      const token = newSecret()
      const expiresAt = now() + SETUP_LINK_EXPIRES_MS
      await store.putLink(queries, { digest: digestOf(token), expiresAt, usedAt: null })
      log.info({ expiresAt }, 'a set-up link was created')
      return { path: setupPath(token), expiresAt }
    },

    async read(token, { address }) {
      const { expiresAt } = await requireLink(token, address)
      return { expiresAt, database: dialect }
    },

    async finish(wanted, visitor) {
      // Checked before the password, which takes a while, so only the right token gets that far.
      const link = await requireLink(wanted.token, visitor.address)
      const { name, email, password, organisationName, displayName } = wanted
      const signedIn = await accounts.createFirst({ name, email, password }, visitor, {
        names: [organisationName, displayName],
        async claim(inside) {
          // If two requests come at once, the second waits here for the first.
          const isFirst = await store.replaceLink(inside, link, { ...link, usedAt: now() })
          if (!isFirst) throw new AppError((await accounts.hasUsers(inside)) ? 'already-set-up' : 'setup-link-expired')
        },
        fill: (inside, userId) => fill(inside, accounts, wanted, userId),
      })
      log.info({ email, address: visitor.address }, 'the installation was set up')
      return signedIn
    },
  }
}

/** Creates the first account's organisation and display. If an import has created them with the same ids, these are used. */
async function fill(context: Context, accounts: Accounts, wanted: FinishSetup, userId: UserId): Promise<void> {
  const { email, organisationId, organisationName, displayId, displayName, timeZone } = wanted
  const key: DisplayKey = { organisationId, displayId }
  const sender: Sender = {
    caller: {
      userId,
      email,
      sessionId: '',
      operator: true,
      organisationId,
      role: 'owner',
      displays: null,
      tables: null,
    },
    commandKey: undefined,
  }
  if (!(await ensureOrganisation(context, organisationId, organisationName))) {
    await updateOrganisation(context, organisationId, { name: organisationName })
  }
  const settings = { name: displayName, timeZone }
  const isThere = (await listDisplays(context, organisationId)).some(({ id }) => id === displayId)
  if (isThere) await updateDisplay(context, sender, key, settings)
  else await createDisplay(context, key, settings, sender)
  await accounts.putProfile(context, {
    email,
    id: displayId,
    org: organisationId,
    msg: '',
    subType: 'standard',
    role: 'owner',
  })
  if (wanted.sample) await fillWithSample(context, sender, key, organisationName)
  if (wanted.menu) await addMenu(context, sender, key)
}

function isOf(link: store.SetupLink, token: string): boolean {
  return timingSafeEqual(Buffer.from(link.digest), Buffer.from(digestOf(token)))
}
