import { DisplayId, Notice, OrganisationId } from '@placard/contract'
import { expect, it } from 'vitest'
import { startTestServer } from '../testing/server.ts'
import { createDemo } from './service.ts'

it('[CT10] [CT11] each organisation of the demonstration has a notice, as a form would take it, and a colour', async () => {
  const server = await startTestServer()
  try {
    const demo = await createDemo(server.app.context, server.app.accounts)
    if (demo.status !== 'created') throw new Error(demo.status)
    for (const { id, players } of demo.organisations) {
      const manifests = await Promise.all(
        players.map(async (player) => {
          const { pathname, searchParams } = new URL(player, server.url)
          const [organisationId, displayId] = [pathname.split('/')[2], searchParams.get('id')]
          const params = { organisationId: OrganisationId.parse(organisationId), displayId: DisplayId.parse(displayId) }
          return (await server.anonymous.call('getManifest', { params })).body
        }),
      )
      const notices = manifests.flatMap(({ items }) => items.flatMap(({ notice }) => notice ?? []))
      expect([id, notices.length]).toEqual([id, 1])
      for (const notice of notices) expect(Notice.parse(notice)).toEqual(notice)
      const brands = manifests.flatMap(({ brand }) => brand ?? [])
      expect(brands).toEqual([{ colour: expect.stringMatching(/^#[0-9a-f]{6}$/) }])
    }
  } finally {
    await server.close()
  }
})
