import { PassThrough } from 'node:stream'
import { type ActivityEntry, DisplayId, Email, OrganisationId, pathOf, type RouteResponse } from '@placard/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDisplay } from '../../content/displays/service.ts'
import { createOrganisation } from '../../platform/organisations/service.ts'
import { describeDialects, makeTestStorage, type TestStorage } from '../../testing/dialects.ts'
import { enterAs, signUpAs } from '../../testing/people.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import { SAMPLE_DISPLAY } from '../seed/service.ts'
import { runCommandLine } from './run.ts'

const PASSWORD = 'a rather long phrase, 4711'
const THEM = Email.parse('them@people.example')
const BY = { kind: 'command-line', email: '' }
const params = { organisationId: SAMPLE_DISPLAY.organisationId }
const ECE = ['--organisation', 'vnr', '--display', 'ece']

describeDialects('the log of what the provider changes by the command line', (dialect) => {
  let storage: TestStorage
  let server: TestServer
  let owner: Client

  beforeEach(async () => {
    storage = await makeTestStorage(dialect)
    server = await startTestServer({ sharedWith: storage })
    owner = await server.signIn()
  })
  afterEach(async () => {
    await server.close()
    await storage.remove()
  })

  /** Runs a command beside the running server. */
  async function run(words: string[], input = '') {
    let said = ''
    const hear = (stream: PassThrough) =>
      stream.on('data', (bytes) => {
        said += bytes
      })
    const stdin = Object.assign(new PassThrough(), { isTTY: false })
    stdin.end(input)
    const code = await runCommandLine(words, {
      stdin,
      stdout: hear(new PassThrough()),
      stderr: hear(new PassThrough()),
      env: { DATA_DIR: storage.dataDir, ...(storage.databaseUrl ? { DATABASE_URL: storage.databaseUrl } : {}) },
      folder: '/',
      filesFolder: '/',
    })
    expect(code, said).toBe(0)
  }
  async function list(kind: 'provider' | 'accounts' = 'provider'): Promise<ActivityEntry[]> {
    const path = `${pathOf('listOrganisationActivity', params)}?kind=${kind}`
    const response = await fetch(server.url + path, { headers: { cookie: owner.cookie() } })
    expect(response.status).toBe(200)
    return ((await response.json()) as RouteResponse<'listOrganisationActivity'>).entries
  }
  const kindsOf = async (organisationId: string) => {
    const { queries } = server.app.context.database
    const rows = await queries
      .selectFrom('activity')
      .select('kind')
      .where('organisation_id', '=', organisationId)
      .where('actor_kind', '=', 'command-line')
      .orderBy('id')
      .execute()
    return rows.map(({ kind }) => kind)
  }

  it('the beginning of an installation is nobody’s change', async () => {
    expect(await list()).toEqual([])
  })

  it('subscribing, changing a subscription and ending it', async () => {
    await run(['user', 'subscribe', THEM, ...ECE, '--role', 'viewer'])
    const subject = { type: 'member', title: THEM }
    const rights = { role: 'viewer', displays: null }
    expect((await list())[0]).toMatchObject({ kind: 'subscription-made', actor: BY, subject, rights })
    await run(['user', 'subscribe', THEM, ...ECE, '--type', 'gold', '--message', 'Hello', '--role', 'editor'])
    expect((await list())[0]).toMatchObject({
      kind: 'subscription-changed',
      actor: BY,
      subject,
      rights: { role: 'editor', displays: null },
      formerRights: rights,
      settings: [
        { setting: 'subscription-type', former: 'standard', present: 'gold' },
        { setting: 'message', former: '', present: 'Hello' },
      ],
    })
    // Repeating the same command changes nothing.
    await run(['user', 'subscribe', THEM, ...ECE])
    await run(['user', 'unsubscribe', THEM])
    expect((await list()).map(({ kind }) => kind)).toEqual([
      'subscription-ended',
      'subscription-changed',
      'subscription-made',
    ])
  })

  it('somebody who is moved leaves the one organisation’s log and comes into the other’s', async () => {
    const organisationId = OrganisationId.parse('other')
    await createOrganisation(server.app.context, organisationId, 'Another college')
    await createDisplay(server.app.context, { organisationId, displayId: DisplayId.parse('hall') }, 'Entrance hall')
    const { email } = await enterAs(server, 'them', { role: 'editor' })
    await run(['user', 'subscribe', email, '--organisation', 'other', '--display', 'hall'])
    expect(await list()).toMatchObject([
      { kind: 'subscription-ended', actor: BY, rights: { role: 'editor', displays: null } },
    ])
    expect(await kindsOf('other')).toEqual(['display-added', 'subscription-made'])
  })

  it('organisations: made, unsubscribed and subscribed again', async () => {
    await run(['organisation', 'create', 'library', '--name', 'Library'])
    for (const word of ['suspend', 'suspend', 'resume', 'resume']) await run(['organisation', word, 'library'])
    expect(await kindsOf('library')).toEqual(['organisation-made', 'organisation-suspended', 'organisation-resumed'])
  })

  it('changes of a member’s account, without any text that gives access', async () => {
    await run(['user', 'subscribe', THEM, ...ECE, '--role', 'editor'])
    await run(['user', 'create', THEM, '--password-stdin'], PASSWORD)
    await run(['user', 'password', THEM, '--password-stdin'], `${PASSWORD} again`)
    await run(['user', 'reset-link', THEM])
    await run(['user', 'disable', THEM])
    await run(['user', 'disable', THEM])
    await run(['user', 'enable', THEM])
    // Neither is set, so there is nothing to remove.
    await run(['user', 'two-factor', 'off', THEM])
    await run(['user', 'unlink', THEM])
    const told = [
      'account-enabled',
      'account-disabled',
      'account-reset-link-made',
      'account-password-set',
      'account-made',
    ].map((kind) => ({ kind, actor: BY, subject: { type: 'member', title: THEM }, rights: null, settings: [] }))
    const accounts = await list('accounts')
    expect(accounts.filter(({ kind }) => kind !== 'signed-in')).toMatchObject(told)
    const { queries } = server.app.context.database
    const user = await queries.selectFrom('user').select('id').where('email', '=', THEM).executeTakeFirstOrThrow()
    await queries
      .insertInto('second_factor')
      .values({ user_id: user.id, secret: '', confirmed_at: 1, last_step: 0 })
      .execute()
    await queries
      .insertInto('linked_identity')
      .values({ issuer: 'https://login.example', subject: 'them', user_id: user.id, linked_at: 0 })
      .execute()
    await run(['user', 'two-factor', 'off', THEM])
    await run(['user', 'unlink', THEM])
    expect((await list()).slice(0, 2)).toMatchObject([
      { kind: 'account-unlinked', actor: BY },
      { kind: 'account-second-factor-off', actor: BY },
    ])
    const log = JSON.stringify(await queries.selectFrom('activity').selectAll().execute())
    expect(log).not.toContain(PASSWORD)
    expect(log).not.toContain('reset-password')
  })

  it('changes of an account without an organisation are reported to nobody', async () => {
    const email = await signUpAs(server, 'nobody')
    await run(['user', 'disable', email])
    await run(['user', 'password', email, '--password-stdin'], PASSWORD)
    expect(await list()).toEqual([])
  })
})
