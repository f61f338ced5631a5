import { randomUUID } from 'node:crypto'
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS, UserId } from '@placard/contract'
import type { BetterAuthOptions } from 'better-auth'
import type { DBTransactionAdapter } from 'better-auth/adapters'
import { APIError } from 'better-auth/api'
import { getAdapter } from 'better-auth/db/adapter'
import { betterAuth } from 'better-auth/minimal'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import { newSecret } from '../platform/secret.ts'
import { hashSessionTokens } from './hashed-tokens.ts'
import type { PasswordHasher } from './password.ts'
import { newLife } from './session-life.ts'

/** Our own header, set by us alone: whatever a client sends in X-Forwarded-For never gets here. */
const ADDRESS_HEADER = 'x-client-address'
/** What a session keeps of it. */
export const MAX_USER_AGENT_CHARACTERS = 256

export type IdentityProvider = {
  /**
   * Checks the password and begins a session. Costs one password hash whether or not the account exists (B2).
   *
   * @returns the session's secret, or undefined when the two do not belong together
   * @throws AppError unavailable when too many wait for their password to be checked
   */
  signIn(wanted: {
    email: string
    password: string
    remember: boolean
    address: string
    userAgent: string | undefined
  }): Promise<string | undefined>
  /**
   * Makes an account. All of it or nothing; fails when the address has one.
   *
   * @param user.passwordHash null: nobody signs in to it by password until it gets one
   * @param user.emailVerified whether somebody vouches for the address
   * @param inside of a transaction that the account is made in; one of its own when left out
   */
  createUser(
    user: { email: string; name: string; passwordHash: string | null; emailVerified: boolean },
    inside?: Queries,
  ): Promise<UserId>
}

/**
 * better-auth on our own connection and tables. Only its functions are used: none of its addresses is served, so its
 * cookies, its limits on requests and its checks of origins have nothing to do here.
 *
 * @param secret of the installation; signs what better-auth hands out
 */
export async function createIdentityProvider(
  context: Context,
  secret: string,
  passwords: PasswordHasher,
): Promise<IdentityProvider> {
  const options = {
    appName: 'Placard',
    baseURL: context.config.publicUrl ?? 'http://localhost',
    secret,
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: {
      level: 'error',
      log: (level, message, ...details) => context.log[level === 'error' ? 'error' : 'warn']({ details }, message),
    },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      minPasswordLength: MIN_PASSWORD_CHARACTERS,
      maxPasswordLength: MAX_PASSWORD_CHARACTERS,
      revokeSessionsOnPasswordReset: true,
      password: {
        hash: (password) => passwords.hash(password),
        verify: ({ hash, password }) => passwords.verify(hash, password),
      },
    },
    advanced: {
      database: { generateId: () => randomUUID(), validateSchema: false },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    user: { fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' } },
    session: {
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      additionalFields: {
        remembered: { type: 'boolean', required: true, input: false },
        lastSeenAt: { type: 'number', required: true, input: false, fieldName: 'last_seen_at' },
        rotatedAt: { type: 'number', required: true, input: false, fieldName: 'rotated_at' },
      },
      // Ours is the only way in which sessions are read and prolonged.
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    account: {
      modelName: 'credential',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: { fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' } },
    databaseHooks: {
      session: {
        create: {
          before: async (_session, endpoint) => {
            const now = context.now()
            const at = new Date(now)
            const life = newLife(endpoint?.body?.rememberMe === true, now)
            return {
              data: {
                ...life,
                // Its own has 190 bits.
                token: newSecret(),
                expiresAt: new Date(life.expiresAt),
                createdAt: at,
                updatedAt: at,
              },
            }
          },
        },
      },
    },
  } satisfies BetterAuthOptions

  // Told that it is SQLite on either dialect, it keeps dates as ISO text and booleans as 0 and 1, and speaks nothing that
  // PostgreSQL does not understand.
  const database = { db: context.database.queries, type: 'sqlite' as const, transaction: true }
  const adapter = hashSessionTokens(await getAdapter({ ...options, database }))
  const auth = betterAuth({ ...options, database: () => adapter })
  await auth.$context

  async function insertUser(
    { email, name, passwordHash, emailVerified }: Parameters<IdentityProvider['createUser']>[0],
    inside: DBTransactionAdapter,
  ): Promise<UserId> {
    const at = new Date(context.now())
    const dates = { createdAt: at, updatedAt: at }
    const user = await inside.create<Record<string, unknown>, { id: string }>({
      model: 'user',
      data: { email, name, emailVerified, ...dates },
    })
    await inside.create({
      model: 'account',
      data: { userId: user.id, accountId: user.id, providerId: 'credential', password: passwordHash, ...dates },
    })
    return UserId.parse(user.id)
  }

  return {
    async signIn({ email, password, remember, address, userAgent }) {
      const headers = new Headers({ [ADDRESS_HEADER]: address })
      if (userAgent) headers.set('user-agent', userAgent.slice(0, MAX_USER_AGENT_CHARACTERS))
      try {
        const { token } = await auth.api.signInEmail({ body: { email, password, rememberMe: remember }, headers })
        return token
      } catch (error) {
        if (error instanceof APIError && error.status === 'UNAUTHORIZED') return undefined
        throw error
      }
    },
    async createUser(user, inside) {
      if (!inside) return adapter.transaction((own) => insertUser(user, own))
      const joined = { db: inside, type: 'sqlite' as const, transaction: false }
      return insertUser(user, await getAdapter({ ...options, database: joined }))
    },
  }
}
