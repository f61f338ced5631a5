import { join } from 'node:path'
import { DisplayId, OrganisationId, pathOf } from '@placard/contract'
import { createDisplay } from '../content/displays/service.ts'
import { accountRoutes } from '../people/accounts/routes.ts'
import { type Accounts, createAccounts } from '../people/accounts/service.ts'
import { createInProcessBus, type Hint } from '../platform/bus/bus.ts'
import { type PasswordCost, readConfig } from '../platform/config.ts'
import type { Context } from '../platform/context.ts'
import { openDatabase, type SqlDialect } from '../platform/database/database.ts'
import { openDiskFileStore } from '../platform/files/disk.ts'
import { createApi } from '../platform/http/api.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { createOrganisation } from '../platform/organisations/service.ts'
import { CHEAP_PASSWORDS } from './cheap-passwords.ts'
import { copyMigrated } from './dialects.ts'

const ORIGIN = 'https://signage.example'
export const ADMIN = { email: 'admin@vnr.example', password: 'a pass phrase for tests' }
/** Has an account, but no profile. */
export const STRANGER = { email: 'stranger@vnr.example', password: 'another phrase for tests' }

export type Reply = {
  status: number
  body: unknown
  headers: Record<string, unknown>
  /** Each Set-Cookie header as it was sent. */
  setCookies: string[]
}

/** The parts of a browser that sign-in needs: it stores cookies and sends them back. */
export type Browser = {
  cookies: Map<string, string>
  signIn(body?: object, headers?: Record<string, string>): Promise<Reply>
  getSession(): Promise<Reply>
  signOut(): Promise<Reply>
  cookie(): string
}

export type AccountServer = AsyncDisposable & {
  context: Context
  accounts: Accounts
  hints: Hint[]
  clock: { now: number }
  /** @param address the client's address */
  browser(address?: string): Browser
  close(): Promise<void>
}

/** The accounts feature behind the real HTTP server, with vnr's two displays, an administrator and a stranger. */
export async function openAccountServer(
  dialect: SqlDialect,
  options: { publicUrl?: string | undefined; trustedProxies?: string[]; passwordCost?: PasswordCost } = {
    publicUrl: ORIGIN,
  },
): Promise<AccountServer> {
  const storage = await copyMigrated(dialect)
  const clock = { now: Date.parse('2026-11-21T08:00:00Z') }
  const hints: Hint[] = []
  const http = createHttpServer({
    publicUrl: options.publicUrl,
    mediaUrl: undefined,
    trustedProxies: options.trustedProxies ?? [],
    refusalsAtOnce: Number.POSITIVE_INFINITY,
    logLevel: 'silent',
  })
  const context: Context = {
    config: {
      ...readConfig({ SEED: 'none' }, '/'),
      ...storage,
      publicUrl: options.publicUrl,
      passwordCost: options.passwordCost ?? CHEAP_PASSWORDS,
    },
    database: await openDatabase(storage),
    files: await openDiskFileStore(join(storage.dataDir, 'media')),
    bus: createInProcessBus(),
    log: http.log,
    mailer: await createMailer(undefined, http.log),
    now: () => clock.now,
  }
  context.bus.onHint((hint) => hints.push(hint))
  // An injected request has no connection that could be closed when its unread body is late.
  http.addHook('onResponse', async ({ raw }) => {
    Object.assign(raw.socket, { destroy: () => raw.socket })
  })
  const accounts = await createAccounts(context)
  const api = createApi(http, (credential) => accounts.identify('cookie' in credential ? credential.cookie : undefined))
  accountRoutes(api, context, accounts)

  const close = async () => {
    await accounts.close()
    await http.close()
    await context.database.close()
    await storage.remove()
  }

  const org = OrganisationId.parse('vnr')
  await createOrganisation(context, org, 'VNR')
  for (const id of ['cse', 'ece'])
    await createDisplay(context, { organisationId: org, displayId: DisplayId.parse(id) }, `Department of ${id}`)
  await accounts.createUser({ ...ADMIN, name: 'Administrator' })
  await accounts.createUser({ ...STRANGER, name: 'Stranger' })
  await accounts.putProfile(context, { email: ADMIN.email, id: 'ece', org, msg: 'hello', subType: 'gold & silver' })

  const origin = options.publicUrl ?? 'http://signage.lan'
  return {
    context,
    accounts,
    hints,
    clock,
    browser(address = '192.0.2.1') {
      const cookies = new Map<string, string>()
      const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      async function send(method: 'GET' | 'POST' | 'DELETE', body?: object, more: Record<string, string> = {}) {
        const answer = await http.inject({
          method,
          url: pathOf('getSession', {}),
          remoteAddress: address,
          headers: {
            host: new URL(origin).host,
            origin,
            'x-requested-with': 'placard',
            ...(cookies.size > 0 ? { cookie: cookie() } : {}),
            ...more,
          },
          ...(body ? { payload: body } : {}),
        })
        const setCookies = [answer.headers['set-cookie'] ?? []].flat()
        for (const line of setCookies) {
          const [pair = ''] = line.split(';')
          const name = pair.slice(0, pair.indexOf('='))
          if (line.includes('Max-Age=0')) cookies.delete(name)
          else cookies.set(name, pair.slice(name.length + 1))
        }
        return {
          status: answer.statusCode,
          body: answer.body === '' ? undefined : answer.json(),
          headers: answer.headers,
          setCookies,
        }
      }
      return {
        cookies,
        cookie,
        signIn: (body = ADMIN, headers) => send('POST', body, headers),
        getSession: () => send('GET'),
        signOut: () => send('DELETE'),
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
