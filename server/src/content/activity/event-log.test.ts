import { OrganisationId } from '@placard/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeDialects } from '../../testing/dialects.ts'
import { ADMIN, startTestServer, type TestServer } from '../../testing/server.ts'
import type { OutsideEvent } from './event-log.ts'

const own = OrganisationId.parse('vnr')
const other = OrganisationId.parse('other')

describeDialects('events outside of a transaction', (dialect) => {
  let server: TestServer
  let aheadMs = 0

  beforeEach(async () => {
    aheadMs = 0
    server = await startTestServer({ dialect, now: () => Date.now() + aheadMs })
  })
  afterEach(() => server.close())

  const events = () => server.app.events
  const stranger = (email: string): OutsideEvent => ({
    of: 'member',
    kind: 'sign-in-refused',
    actor: { kind: 'unknown', id: null, email },
    code: 'invalid-credential',
  })
  const member = (of: OrganisationId, kind: OutsideEvent['kind']): OutsideEvent => ({
    of,
    kind,
    actor: { kind: 'person', id: 'x', email: 'somebody@vnr.example' },
  })
  const count = async (of: OrganisationId, kind: string) => {
    const rows = await server.app.context.database.queries
      .selectFrom('activity')
      .select('id')
      .where('organisation_id', '=', of)
      .where('kind', '=', kind)
      .execute()
    return rows.length
  }

  it('[S12] wrong sign-ins of strangers blind nobody: what members do and are refused is written all the same', async () => {
    for (let round = 0; round < 6; round += 1) {
      for (let index = 0; index < 90; index += 1) events().tell(stranger(ADMIN.email))
      await events().flush()
    }
    expect(await count(own, 'sign-in-refused')).toBeLessThanOrEqual(120)
    const before = await count(own, 'signed-in')
    events().tell(member(own, 'signed-in'))
    events().tell(member(own, 'password-changed'))
    events().tell(member(own, 'refused'))
    await events().flush()
    expect(await count(own, 'signed-in')).toBe(before + 1)
    expect(await count(own, 'password-changed')).toBe(1)
    expect(await count(own, 'refused')).toBe(1)
  })

  it('[S12] a flood at one organisation, or of strangers, drops nothing of another one in the same moment', async () => {
    for (let index = 0; index < 3_000; index += 1) {
      events().tell(member(own, 'refused'))
      events().tell(stranger(`nobody-${index}@example.org`))
    }
    for (let index = 0; index < 50; index += 1) events().tell(member(other, 'refused'))
    for (let index = 0; index < 150; index += 1) events().tell(member(own, 'second-factor-off'))
    await events().flush()
    expect(await count(other, 'refused')).toBe(50)
    expect(await count(own, 'second-factor-off')).toBe(150)
    expect(await count(own, 'refused')).toBeLessThanOrEqual(120)
  })

  it('[S36] wrong sign-ins from one /48 leave room for those from another network', async () => {
    for (let index = 0; index < 3_000; index += 1) {
      events().tell({ ...stranger(`nobody-${index}@example.org`), address: `2001:db8:7:${index.toString(16)}::1` })
    }
    events().tell({ ...stranger(ADMIN.email), address: '203.0.113.9' })
    await events().flush()
    expect(await count(own, 'sign-in-refused')).toBe(1)
  })

  it('[S36] events are written in their order, also when the clock is put back meanwhile', async () => {
    aheadMs = 60_000
    events().tell(member(own, 'signed-in'))
    aheadMs = 0
    events().tell({ ...stranger(ADMIN.email), address: '203.0.113.9' })
    events().tell(member(own, 'signed-out'))
    await events().flush()
    const rows = await server.app.context.database.queries
      .selectFrom('activity')
      .select('kind')
      .where('kind', 'in', ['signed-in', 'sign-in-refused', 'signed-out'])
      .orderBy('id')
      .execute()
    expect(rows.map(({ kind }) => kind)).toEqual(['signed-in', 'sign-in-refused', 'signed-out'])
  })
})
