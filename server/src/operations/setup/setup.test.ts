import { randomBytes } from 'node:crypto'
import { DisplayId, Email, type FinishSetup, OrganisationId, SETUP_LINK_EXPIRES_MS } from '@placard/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDisplay } from '../../content/displays/service.ts'
import { createOrganisation, listOrganisations } from '../../platform/organisations/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { type Client, createClient, startTestServer, type TestServer } from '../../testing/server.ts'
import { findLink } from './store.ts'

describeDialects('the first run', (dialect) => {
  let server: TestServer
  let now = 0

  beforeEach(async () => {
    now = Date.parse('2026-11-21T09:00:00Z')
    server = await startTestServer({ dialect, now: () => now, config: { seed: { kind: 'none' } } })
  })
  afterEach(() => server.close())

  const newToken = async () => {
    const made = await server.app.setup.createLink()
    if (!made) throw new Error('there is no link to be had')
    return made.path.slice('/setup#'.length)
  }
  const wrongToken = () => randomBytes(32).toString('base64url')
  const wanted = (token: string): FinishSetup => ({
    token,
    name: 'Asha Rao',
    email: Email.parse('asha@college.example'),
    password: 'seventeen blue kettles',
    organisationId: OrganisationId.parse('riverside'),
    organisationName: 'Riverside College',
    displayId: DisplayId.parse('main-hall'),
    displayName: 'Main hall',
    timeZone: 'Asia/Kolkata',
    sample: true,
    menu: false,
  })
  const read = (token: string, client: Client = server.anonymous) =>
    client.call('readSetup', { params: {}, body: { token } })
  const finish = (body: FinishSetup, client: Client = createClient(server.url)) =>
    client.call('finishSetup', { params: {}, body })
  const withCode = (status: number, code: string) => ({ status, body: { error: { code } } })
  const isUntouched = async () => {
    expect(await server.app.accounts.listUsers()).toEqual([])
    expect(await listOrganisations(server.app.context)).toEqual([])
  }

  it('[U2] nobody signs up before it is set up, and the link goes on working', async () => {
    const token = await newToken()
    const body = { email: 'hasty@college.example', password: 'eighteen green teapots' }
    expect(await server.anonymous.call('signUp', { params: {}, body })).toMatchObject(withCode(409, 'not-set-up'))
    await isUntouched()
    expect((await finish(wanted(token))).status).toBe(200)
    expect((await server.anonymous.call('signUp', { params: {}, body })).status).toBe(200)
  })

  it('a link sets it up: an operator who is signed in, an organisation, and a display that plays', async () => {
    const token = await newToken()
    expect(await read(token)).toMatchObject({
      status: 200,
      body: { expiresAt: now + SETUP_LINK_EXPIRES_MS, database: dialect },
    })
    const client = createClient(server.url)
    const answer = await finish(wanted(token), client)
    const display = { organisationId: 'riverside', id: 'main-hall', name: 'Main hall', timeZone: 'Asia/Kolkata' }
    expect(answer).toMatchObject({
      status: 200,
      body: {
        email: 'asha@college.example',
        role: 'owner',
        operator: true,
        organisation: { id: 'riverside', name: 'Riverside College' },
        displays: [display],
      },
    })
    expect(answer.headers.getSetCookie().join('\n')).toMatch(/^sid=[\w-]{43};.*HttpOnly/m)
    expect((await client.call('getSession', { params: {} })).body).toEqual(answer.body)
    expect((await client.call('listOrganisations', { params: {} })).status).toBe(200)

    const key = { organisationId: OrganisationId.parse('riverside'), displayId: DisplayId.parse('main-hall') }
    const { body: manifest } = await server.anonymous.call('getManifest', { params: key })
    expect(manifest.items.map(({ type }) => type)).toEqual(['video', 'image', 'image'])
    expect(manifest.lines[0]?.text).toBe('Welcome to Riverside College')
    for (const { url } of manifest.items) {
      expect((await server.anonymous.visit(new URL(url, server.url).pathname)).status).toBe(200)
    }
    const { body: log } = await client.call('listActivity', { params: key })
    expect(log.entries.every(({ actor }) => actor.email === 'asha@college.example')).toBe(true)

    const again = await server.signIn({ email: 'asha@college.example', password: wanted(token).password })
    expect((await again.call('getSession', { params: {} })).body.operator).toBe(true)
  })

  it('without sample content the display is empty', async () => {
    const { body } = await finish({ ...wanted(await newToken()), sample: false })
    expect(body.displays).toMatchObject([{ id: 'main-hall', revision: 1 }])
    const params = { organisationId: OrganisationId.parse('riverside'), displayId: DisplayId.parse('main-hall') }
    expect((await server.anonymous.call('getManifest', { params })).body).not.toHaveProperty('layout')
  })

  it('[LY10] with a menu the display has a side bar that plays it, and without one it has no layout', async () => {
    const client = createClient(server.url)
    expect((await finish({ ...wanted(await newToken()), menu: true }, client)).status).toBe(200)
    const params = { organisationId: OrganisationId.parse('riverside'), displayId: DisplayId.parse('main-hall') }
    const { body: manifest } = await client.call('getManifest', { params })
    expect(manifest.items).toHaveLength(3)
    expect(manifest.layout).toMatchObject({
      main: { landscape: { width: 75 } },
      zones: [{ name: 'Menu', items: [{ type: 'notice', notice: { heading: 'Today' } }] }],
    })
  })

  it('[B11] the database has the digest of the token alone, and a newer link voids the one before', async () => {
    const first = await newToken()
    const stored = await findLink(server.app.context.database.queries)
    expect(JSON.stringify(stored)).not.toContain(first)
    const second = await newToken()
    expect(await read(first)).toMatchObject(withCode(410, 'setup-link-expired'))
    expect(await finish(wanted(first))).toMatchObject(withCode(410, 'setup-link-expired'))
    await isUntouched()
    expect((await read(second)).status).toBe(200)
  })

  it('[B11] a link counts for 30 minutes', async () => {
    const token = await newToken()
    now += SETUP_LINK_EXPIRES_MS - 1
    expect((await read(token)).status).toBe(200)
    now += 1
    expect(await read(token)).toMatchObject(withCode(410, 'setup-link-expired'))
    expect(await finish(wanted(token))).toMatchObject(withCode(410, 'setup-link-expired'))
    await isUntouched()
  })

  it('[B11] a wrong token is answered in the same bytes whether a link counts, has expired, was used or never was', async () => {
    const bytes = async () => {
      const asked = [await read(wrongToken()), await finish(wanted(wrongToken()))]
      return asked.map(({ status, body }) => ({ status, body: { ...body, requestId: '' } }))
    }
    const never = await bytes()
    expect(never[0]).toMatchObject(withCode(410, 'setup-link-expired'))
    const token = await newToken()
    expect(await bytes()).toEqual(never)
    now += SETUP_LINK_EXPIRES_MS
    expect(await bytes()).toEqual(never)
    const { status, body } = await read(token)
    expect({ status, body: { ...body, requestId: '' } }).toEqual(never[0])
    expect((await finish(wanted(await newToken()))).status).toBe(200)
    expect(await bytes()).toEqual(never)
  })

  it('[B11] it works once, and only its holder is told that it was used', async () => {
    const token = await newToken()
    expect((await finish(wanted(token))).status).toBe(200)
    expect(await read(token)).toMatchObject(withCode(409, 'already-set-up'))
    const thief = { ...wanted(token), email: Email.parse('thief@college.example') }
    expect(await finish(thief)).toMatchObject(withCode(409, 'already-set-up'))
    expect((await server.app.accounts.listUsers()).map(({ email }) => email)).toEqual(['asha@college.example'])
    expect(await server.app.setup.createLink()).toBeUndefined()
  })

  it('of two at once one wins and the other is told; nothing of it is there twice or by half', async () => {
    const token = await newToken()
    const other: FinishSetup = {
      ...wanted(token),
      email: Email.parse('other@college.example'),
      organisationId: OrganisationId.parse('other'),
      displayId: DisplayId.parse('other'),
    }
    const answers = await Promise.all([finish(wanted(token)), finish(other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject(withCode(409, 'already-set-up'))
    const won = answers.find(({ status }) => status === 200)?.body
    expect((await server.app.accounts.listUsers()).map(({ email }) => email)).toEqual([won?.email])
    expect((await listOrganisations(server.app.context)).map(({ id }) => id)).toEqual([won?.organisation?.id])
  })

  it('a link that is replaced while its form is being sent counts no more', async () => {
    const token = await newToken()
    const { accounts } = server.app
    const { createFirst } = accounts
    let newest = ''
    // Runs after the check of the link and before the transaction.
    accounts.createFirst = async (...first) => {
      newest = await newToken()
      return createFirst(...first)
    }
    expect(await finish(wanted(token))).toMatchObject(withCode(410, 'setup-link-expired'))
    accounts.createFirst = createFirst
    await isUntouched()
    expect((await finish(wanted(newest))).status).toBe(200)
  })

  it('it is closed as soon as anybody has an account', async () => {
    const token = await newToken()
    const email = Email.parse('first@college.example')
    await server.app.accounts.createUser({ email, name: 'First', password: 'a pass phrase for somebody' })
    expect(await read(token)).toMatchObject(withCode(409, 'already-set-up'))
    expect(await finish(wanted(token))).toMatchObject(withCode(409, 'already-set-up'))
    expect(await server.app.setup.createLink()).toBeUndefined()
    expect(await listOrganisations(server.app.context)).toEqual([])
  })

  it.each([
    ['an easy one', 'qwertyuiopasdfg'],
    ['made of the names that were chosen', 'riverside-main-hall'],
  ])('[B4] a password that is %s is refused, undoes nothing and uses nothing up', async (_, password) => {
    const token = await newToken()
    const refused = await finish({ ...wanted(token), password })
    expect(refused).toMatchObject({ status: 422, body: { error: { code: 'weak-password', field: 'password' } } })
    await isUntouched()
    expect((await finish(wanted(token))).status).toBe(200)
  })

  it('a failure on the way leaves nothing behind, and the link still works', async () => {
    const token = await newToken()
    const { files } = server.app.context
    const { put } = files
    files.put = (name, bytes) =>
      name.endsWith('.mp4')
        ? Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
        : put.call(files, name, bytes)
    expect(await finish(wanted(token))).toMatchObject(withCode(507, 'disk-full'))
    await isUntouched()
    files.put = put
    expect((await finish(wanted(token))).status).toBe(200)
  })

  it('data that an import has added under the same ids is adopted', async () => {
    const { context } = server.app
    const { organisationId, displayId } = wanted('')
    const key = { organisationId, displayId }
    await createOrganisation(context, organisationId, 'riverside')
    await createDisplay(context, key, 'main-hall')
    const brought = { id: 'brought', organisation_id: organisationId, programme_id: displayId, text: 'Brought in' }
    await context.database.queries
      .insertInto('line')
      .values({ ...brought, position: 'a0', revision: 1 })
      .execute()
    const { status, body } = await finish({ ...wanted(await newToken()), sample: false })
    expect(status).toBe(200)
    expect(body.organisation?.name).toBe('Riverside College')
    expect(body.displays).toMatchObject([{ id: 'main-hall', name: 'Main hall', timeZone: 'Asia/Kolkata' }])
    const { body: manifest } = await server.anonymous.call('getManifest', { params: key })
    expect(manifest.lines).toMatchObject([{ text: 'Brought in' }])
  })

  it('[B10] guesses are slowed down, and the holder of the link is not', async () => {
    const token = await newToken()
    const statuses = []
    for (let guess = 0; guess < 25; guess += 1) statuses.push((await read(wrongToken())).status)
    expect(statuses.filter((status) => status === 410)).toHaveLength(20)
    expect(await finish(wanted(wrongToken()))).toMatchObject(withCode(429, 'too-many-requests'))
    expect((await read(wrongToken())).headers.get('retry-after')).toBe('60')
    expect((await read(token)).status).toBe(200)
    now += 60_000
    expect((await read(wrongToken())).status).toBe(410)
  })

  it('[B15] another site’s page cannot use it', async () => {
    const token = await newToken()
    const body = wanted(token)
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'x-requested-with': '' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign) {
      expect(await server.anonymous.call('finishSetup', { params: {}, body, headers })).toMatchObject(
        withCode(403, 'csrf'),
      )
    }
    await isUntouched()
  })

  it.each([
    ['token', 'short', 'setup-link-expired'],
    ['name', ' ', 'name-missing'],
    ['email', 'nobody', 'invalid-email'],
    ['organisationName', '', 'name-missing'],
    ['organisationId', 'No Id', 'invalid-id'],
    ['displayId', '../x', 'invalid-id'],
    ['displayName', '\u200b', 'name-missing'],
    ['timeZone', 'Mars/Olympus', 'invalid-time-zone'],
  ])('a wrong %s is told, and uses nothing up', async (field, value, code) => {
    const token = await newToken()
    const refused = await finish({ ...wanted(token), [field]: value } as FinishSetup)
    expect(refused.body).toMatchObject({ error: { code, field } })
    await isUntouched()
  })
})
