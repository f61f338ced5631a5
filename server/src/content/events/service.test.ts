import { DisplayId, OrganisationId, type WebhookEvent } from '@placard/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { describeDialects, openTestDatabase } from '../../testing/dialects.ts'
import { announce, GATHERED_MS } from './service.ts'

const VNR = OrganisationId.parse('vnr')
const NOW = 1_790_000_000_000

function changed(display: string, revision: number): WebhookEvent {
  const by = { kind: 'person', name: 'editor@vnr.example' } as const
  return { type: 'display.changed', data: { display: { id: DisplayId.parse(display), name: display }, revision, by } }
}

const proposal: WebhookEvent = {
  type: 'proposal.made',
  data: {
    proposal: { id: 'p1', kind: 'image' },
    by: { name: 'Ada' },
    where: { kind: 'display', id: DisplayId.parse('hall'), name: 'Hall' },
    url: '/proposals',
  },
}

describeDialects('announced events', (dialect) => {
  let database: Database

  beforeEach(async () => {
    database = await openTestDatabase(dialect)
    await database.queries
      .insertInto('organisation')
      .values({
        id: VNR,
        name: 'VNR',
        created_at: 0,
        suspended_at: null,
        quota_bytes: null,
        brand_colour: null,
        brand_media_id: null,
      })
      .execute()
  })
  afterEach(() => database.close())

  const hear = (events: string[], ended_at: number | null = null) =>
    database.queries
      .insertInto('webhook')
      .values({
        id: `hook-${events.length}-${ended_at}`,
        organisation_id: VNR,
        url: 'https://hooks.example/',
        events: JSON.stringify(events),
        secret: 'whsec_',
        previous_secret: null,
        previous_until: null,
        created_by: '',
        created_at: 0,
        failing_since: null,
        not_before: null,
        told_at: null,
        ended_at,
        ended_because: null,
        mail: null,
        mail_at: null,
      })
      .execute()
  const announced = (...events: WebhookEvent[]) => database.transaction((inside) => announce(inside, VNR, events, NOW))
  const rows = () => database.queries.selectFrom('webhook_event').selectAll().orderBy('data').execute()

  it('[WH1] writes nothing where nobody hears of it', async () => {
    await announced(changed('hall', 2))
    await hear(['display.changed'], 5)
    await hear(['screen.dark', 'of-a-later-version'])
    await announced(changed('hall', 3), proposal)
    expect(await rows()).toEqual([])
  })

  it('[WH1] several changes of one display within seconds are one event, with the last of them', async () => {
    await hear(['display.changed'])
    await announced(changed('hall', 2), changed('door', 8), changed('hall', 3))
    await database.transaction((inside) => announce(inside, VNR, [changed('hall', 4)], NOW + 3_000))
    const found = await rows()
    expect(found.map(({ data }) => JSON.parse(data).revision)).toEqual([8, 4])
    // A stream of edits does not delay the event any further.
    expect(found.map(({ due_at }) => due_at)).toEqual([NOW + GATHERED_MS, NOW + GATHERED_MS])
    expect(found.map(({ created_at }) => created_at)).toEqual([NOW, NOW + 3_000])
  })

  it('[WH1] each of what stands for itself is one, and is due at once', async () => {
    await hear(['proposal.made'])
    await announced(proposal, proposal)
    expect((await rows()).map(({ due_at, type }) => [type, due_at])).toEqual([
      ['proposal.made', 0],
      ['proposal.made', 0],
    ])
  })

  it('[WH1] an event of a rolled-back change was never announced', async () => {
    await hear(['proposal.made'])
    const failing = database.transaction(async (inside) => {
      await announce(inside, VNR, [proposal], NOW)
      throw new Error('no room')
    })
    await expect(failing).rejects.toThrow('no room')
    expect(await rows()).toEqual([])
  })

  it('[WH1] two commands at once that change one display are one event', async () => {
    await hear(['display.changed'])
    await Promise.all([2, 3, 4, 5].map((revision) => announced(changed('hall', revision))))
    expect(await rows()).toHaveLength(1)
  })
})
