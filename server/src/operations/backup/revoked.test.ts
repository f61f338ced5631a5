import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DisplayId, OrganisationId, type TableId } from '@placard/contract'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openDatabase, type Queries } from '../../platform/database/database.ts'
import { runPlacard } from '../../testing/command-line.ts'
import { copyStorage, describeDialects, makeTestStorage, type TestStorage } from '../../testing/dialects.ts'
import { HALL, LAB, makeFullOrganisation } from '../../testing/full-organisation.ts'
import { enterAs, makePlace, PASSWORD } from '../../testing/people.ts'
import { type Client, createClient, startTestServer, type TestServer } from '../../testing/server.ts'
import { listPaired } from './store.ts'

vi.setConfig({ testTimeout: 5 * 60_000, hookTimeout: 5 * 60_000 })

const params = { organisationId: OrganisationId.parse('physics') }
const AWAY = { organisationId: OrganisationId.parse('elsewhere'), displayId: DisplayId.parse('hall') }
const NEW_PASSWORD = 'quite another long phrase, 77'

/** Everything that is revoked below, as the restore lists it. */
const NAMED = [
  '- elsewhere: "elsewhere": the organisation was unsubscribed',
  '- physics: "lab": the display was limited to its paired screens',
  '- physics: "Foyer": the screen was let go',
  '- physics: "gone@people.example": the member was removed',
  '- physics: "less@people.example": the member was given fewer rights',
  '- physics: "table@people.example": the member was given fewer rights',
  '- "gone@people.example": the account was disabled or removed',
  '- "less@people.example": the password was changed',
  '- "operator2@people.example": the person is no longer an operator',
  '- "factor@people.example": the second factor or its recovery codes were changed',
  '- "owner@people.example": the passkey was removed',
  '- "linked@people.example": the account was unlinked from the identity provider',
  '- physics: "https://192.0.43.8/": the webhook was removed or switched off',
]
const KEYS_NAMED = [
  '- physics: "Timetable": the token was revoked',
  '- physics: "Somebody": the invitation was withdrawn or used',
  '- physics: "Year 10": the proposal link was withdrawn',
]

describeDialects('revocations after the backup', (dialect) => {
  /** As it was when the backup was made, and after everything was revoked. */
  let from: TestStorage
  let server: TestServer
  let owner: Client
  let file: string
  let keptScreen: string
  let tableId: TableId
  const places: TestStorage[] = []

  beforeAll(async () => {
    from = await makeTestStorage(dialect)
    server = await startTestServer({ sharedWith: from })
    const made = await makeFullOrganisation(server)
    owner = made.owner
    const { queries } = server.app.context.database
    await makePlace(server, AWAY)
    for (const name of ['gone', 'less', 'table']) await enterAs(server, name, { role: 'editor', home: HALL })
    await enterAs(server, 'operator2', { operator: true, role: 'viewer', home: HALL })
    const idOf = async (name: string) => {
      const { email } = await enterAs(server, name, { role: 'viewer', home: HALL })
      return (await queries.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
    }
    const [factor, linked] = [await idOf('factor'), await idOf('linked')]
    await queries
      .insertInto('second_factor')
      .values({ user_id: factor, secret: 's', confirmed_at: 1, last_step: 1 })
      .execute()
    for (const digest of ['used', 'left'])
      await queries.insertInto('recovery_code').values({ user_id: factor, digest }).execute()
    const link = { issuer: 'https://id.example', subject: 'linked', linked_at: 1 }
    await queries
      .insertInto('linked_identity')
      .values({ ...link, user_id: linked })
      .execute()
    await owner.call('createInvitation', { params, body: { role: 'viewer', recipient: 'Somebody' } })
    const [foyer, other] = (await listPaired(queries)).map(({ id }) => id)
    if (!foyer || !other) throw new Error('two screens are paired')
    keptScreen = other
    await owner.call('changePairedScreen', { params: { ...params, screenId: foyer }, body: { name: 'Foyer' } })
    tableId = (await owner.call('createTable', { params, body: { name: 'Menu' } })).body.table.id
    file = join(from.dataDir, 'all.tar')
    await done(['backup', file], from)

    // Revoked after the backup.
    const status = async (call: Promise<{ status: number; body: unknown }>) => {
      const answer = await call
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    }
    await status(owner.call('letGoScreen', { params: { ...params, screenId: foyer } }))
    const members = (await owner.call('listMembers', { params })).body
    const memberOf = (name: string) => {
      const found = members.find(({ email }) => email === `${name}@people.example`)
      if (!found) throw new Error(`no member ${name}`)
      return { ...params, memberId: found.id }
    }
    await status(owner.call('removeMember', { params: memberOf('gone') }))
    await status(owner.call('updateMember', { params: memberOf('less'), body: { displays: [LAB.displayId] } }))
    await status(owner.call('updateMember', { params: memberOf('table'), body: { tables: [tableId] } }))
    await status(owner.call('updateDisplay', { params: LAB, body: { pairedOnly: true } }))
    for (const { id } of (await owner.call('listWebhooks', { params })).body)
      await status(owner.call('removeWebhook', { params: { ...params, webhookId: id } }))
    for (const { id } of (await owner.call('listTokens', { params })).body)
      await status(owner.call('removeToken', { params: { ...params, tokenId: id } }))
    for (const { id, recipient } of (await owner.call('listInvitations', { params })).body)
      if (recipient === 'Somebody')
        await status(owner.call('removeInvitation', { params: { ...params, invitationId: id } }))
    const [link10] = await queries.selectFrom('proposal_link').select('id').orderBy('id').execute()
    await queries
      .updateTable('proposal_link')
      .set({ withdrawn_at: 1 })
      .where('id', '=', link10?.id ?? '')
      .execute()
    for (const words of [
      ['organisation', 'suspend', AWAY.organisationId],
      ['user', 'disable', 'gone@people.example'],
      ['user', 'operator', 'operator2@people.example', 'off'],
      ['user', 'unlink', 'linked@people.example'],
    ])
      await done(words, from)
    await queries.deleteFrom('recovery_code').where('digest', '=', 'used').execute()
    await queries.deleteFrom('passkey').execute()
    const less = await server.signIn({ email: 'less@people.example', password: PASSWORD })
    await status(less.call('changePassword', { params: {}, body: { current: PASSWORD, password: NEW_PASSWORD } }))
    await server.close()
  })
  afterAll(() => from.remove())
  afterEach(async () => {
    for (const place of places.splice(0)) await place.remove()
  })

  async function done(words: string[], place: TestStorage) {
    const ran = await runPlacard([...words, '--json'], place)
    expect(ran.code, ran.stdout).toBe(0)
    return JSON.parse(ran.stdout)
  }
  const keep = (place: TestStorage) => {
    places.push(place)
    return place
  }
  const newPlace = async () => keep(await makeTestStorage(dialect))
  const before = () => ['--before', from.databaseUrl ?? from.dataDir]
  const restore = (place: TestStorage, ...options: string[]) => runPlacard(['restore', file, ...options], place)

  async function read<Read>(place: TestStorage, work: (queries: Queries) => Promise<Read>): Promise<Read> {
    await using database = await openDatabase(place)
    return await work(database.queries)
  }
  const paired = (place: TestStorage) => read(place, async (queries) => (await listPaired(queries)).map(({ id }) => id))
  const lines = (text: string) => text.trim().split('\n')

  it('[S46] is named, and nothing is restored until somebody decides', async () => {
    const place = await newPlace()
    const { code, stderr } = await restore(place, ...before())
    const [said, ...named] = lines(stderr)
    expect([code, said]).toEqual([1, expect.stringContaining('Nothing was changed.')])
    expect(named).toEqual([...NAMED, expect.stringMatching(/^Use --let-go .* --revive/)])
    // The target is still empty.
    expect((await restore(place)).code).toBe(0)
    const machine = JSON.parse((await restore(await newPlace(), ...before(), '--json')).stdout)
    expect(machine.error).toMatchObject({ code: 'revoked-since', details: expect.arrayContaining(NAMED) })
  })

  it('[S46] stays revoked with --let-go: screens, people, passwords, codes and webhooks', async () => {
    const place = await newPlace()
    const { code, stdout, stderr } = await restore(place, ...before(), '--let-go')
    expect(code, stderr).toBe(0)
    expect(lines(stdout)).toEqual(expect.arrayContaining(NAMED))
    expect(await paired(place)).toEqual([keptScreen])
    const again = await startTestServer({ sharedWith: place })
    try {
      const signIn = async (name: string, password: string) => {
        const body = { email: `${name}@people.example`, password }
        return (await createClient(again.url).call('signIn', { params: {}, body })).status
      }
      expect(await signIn('less', PASSWORD)).toBe(401)
      expect(await signIn('less', NEW_PASSWORD)).toBe(200)
      expect(await signIn('gone', PASSWORD)).toBe(401)
      expect(await signIn('owner', PASSWORD)).toBe(200)
      expect((await again.anonymous.call('getManifest', { params: LAB })).status).toBe(403)
      expect((await again.anonymous.call('getManifest', { params: HALL })).status).toBe(200)
      const { queries } = again.app.context.database
      const less = await queries.selectFrom('profile').selectAll().where('email', '=', 'less@people.example').execute()
      expect(less).toMatchObject([{ role: 'editor', displays: '["lab"]' }])
      expect(await queries.selectFrom('recovery_code').select('digest').execute()).toEqual([{ digest: 'left' }])
      expect(await queries.selectFrom('linked_identity').select('subject').execute()).toEqual([])
      expect(await queries.selectFrom('passkey').select('id').execute()).toEqual([])
      const operators = await queries.selectFrom('user').select('email').where('operator', '=', 1).execute()
      expect(operators.map(({ email }) => email)).toContain('operator@people.example')
      expect(operators.map(({ email }) => email)).not.toContain('operator2@people.example')
      const away = await queries
        .selectFrom('organisation')
        .select('suspended_at')
        .where('id', '=', 'elsewhere')
        .execute()
      expect(away).toEqual([{ suspended_at: expect.any(Number) }])
      expect(await queries.selectFrom('webhook').select('ended_because').execute()).toEqual([
        { ended_because: 'owner' },
      ])
    } finally {
      await again.close()
    }
    // The things that were carried over are revoked there as well.
    const { stderr: named } = await restore(await newPlace(), '--before', place.databaseUrl ?? place.dataDir)
    expect(lines(named).slice(1, -1)).toEqual(NAMED)
  })

  it('[S46] counts again with --revive, and the doctor says so', async () => {
    const place = await newPlace()
    const { stdout } = await restore(place, ...before(), '--revive')
    expect(lines(stdout)).toEqual(expect.arrayContaining(['Revoked since the backup, and valid again:', ...NAMED]))
    expect((await paired(place)).length).toBe(2)
    const { checks } = JSON.parse((await runPlacard(['doctor', '--json'], place)).stdout)
    expect(checks).toContainEqual(
      expect.objectContaining({
        name: 'access after a restore',
        state: 'warning',
        says: expect.stringContaining(`${NAMED.length} revoked things are valid again`),
      }),
    )
    const third = await restore(await newPlace(), '--before', place.databaseUrl ?? place.dataDir)
    expect(third.stdout).toContain('nothing was revoked since the backup')
    expect((await restore(await newPlace(), '--revive', '--let-go')).code).toBe(2)
  })

  it('[S46] tokens, invitations and proposal links that are kept are compared too', async () => {
    const { stderr } = await restore(await newPlace(), ...before(), '--keep-access')
    expect(lines(stderr).slice(1, -1)).toEqual([...NAMED, ...KEYS_NAMED])
    const place = await newPlace()
    const report = JSON.parse((await restore(place, ...before(), '--keep-access', '--let-go', '--json')).stdout)
    expect(report).toMatchObject({ access: { tokens: 0, invitations: 1, kept: true }, revoked: { compared: true } })
    const open = await read(place, (queries) =>
      queries.selectFrom('proposal_link').select('id').where('withdrawn_at', 'is', null).execute(),
    )
    expect(open.length).toBe(1)
  })

  it('[S46] without the data from before the screens are named, and --let-go lets go of every one', async () => {
    const place = await newPlace()
    const { stdout } = await restore(place)
    expect(stdout).toContain('There were no previous data to compare with')
    expect(lines(stdout)).toEqual(expect.arrayContaining(['- physics: "Foyer"', '- physics: "Panel"']))
    const { checks } = JSON.parse((await runPlacard(['doctor', '--json'], place)).stdout)
    expect(checks).toContainEqual(
      expect.objectContaining({ state: 'warning', says: expect.stringContaining('2 paired screens play again') }),
    )
    const other = await newPlace()
    const { stdout: said } = await restore(other, '--let-go')
    expect(said).toContain('These screens were let go.')
    expect(await paired(other)).toEqual([])
  })

  it('[S46] data of another installation, older or damaged ones say so, and decide nothing', async () => {
    const foreign = await newPlace()
    const started = await startTestServer({ sharedWith: foreign })
    await started.close()
    const at = (place: TestStorage) => ['--before', place.databaseUrl ?? place.dataDir]
    expect((await restore(await newPlace(), ...at(foreign))).stdout).toContain('belong to another installation')

    const late = await newPlace()
    await restore(late, '--revive')
    const changed = await startTestServer({ sharedWith: late, now: () => Date.now() + 60_000 })
    const someone = await changed.signIn({ email: 'owner@people.example', password: PASSWORD })
    expect((await someone.call('createLine', { params: HALL, body: { text: 'Later' } })).status).toBe(201)
    await changed.close()
    await done(['backup', join(late.dataDir, 'late.tar')], late)
    const ran = await runPlacard(['restore', join(late.dataDir, 'late.tar'), ...before()], await newPlace())
    expect(ran.stdout, ran.stderr).toContain('are older than the backup')

    if (dialect !== 'sqlite') return
    const damaged = await newPlace()
    await writeFile(join(damaged.dataDir, 'placard.db'), 'x'.repeat(8_192))
    const replaced = await restore(damaged, '--replace')
    expect(replaced.stdout, replaced.stderr).toContain('are damaged')
    expect((await restore(await newPlace(), '--before', '/nowhere')).stderr).toContain(
      'There is no database in /nowhere',
    )
  })

  it('[S46] the data that --replace moves aside are compared by themselves', async () => {
    if (dialect !== 'sqlite') return
    const place = keep(await copyStorage(dialect, from))
    const { code, stderr } = await restore(place, '--replace')
    expect(code).toBe(1)
    expect(lines(stderr)).toEqual(expect.arrayContaining(NAMED))
    // Nothing was changed: the screen is still unpaired.
    expect(await paired(place)).toEqual([keptScreen])
    const decided = await restore(place, '--replace', '--let-go')
    expect(decided.stdout).toContain('The previous data are in')
    expect(await paired(place)).toEqual([keptScreen])
  })
})
