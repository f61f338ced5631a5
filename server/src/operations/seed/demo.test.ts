import { DisplayId, Notice, OrganisationId, ProposalToken, ProposedContent, READ_CARD_ID } from '@placard/contract'
import { expect, it } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import { createDemo, removeDemo } from './service.ts'

it('[CT10] [CT11] each organisation of the demonstration has a notice, as a form would take it, and a colour', async () => {
  await using server = await startTestServer()
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
    const own = manifests.flatMap(({ items }) => items.filter((item) => item.id !== READ_CARD_ID))
    const notices = own.flatMap(({ notice }) => notice ?? [])
    expect([id, notices.length]).toEqual([id, 1])
    for (const notice of notices) expect(Notice.parse(notice)).toEqual(notice)
    const brands = manifests.flatMap(({ brand }) => brand ?? [])
    // Only manifests with a notice or a prepared one have the organisation's brand.
    const colours = new Set(brands.map(({ colour }) => colour))
    expect([...colours]).toEqual([expect.stringMatching(/^#[0-9a-f]{6}$/)])
  }
})

it('[LY10] one display of the demonstration has a menu at its side', async () => {
  await using server = await startTestServer()
  const demo = await createDemo(server.app.context, server.app.accounts)
  if (demo.status !== 'created') throw new Error(demo.status)
  const params = { organisationId: OrganisationId.parse('demo-works'), displayId: DisplayId.parse('canteen') }
  const { layout } = (await server.anonymous.call('getManifest', { params })).body
  expect(layout?.zones).toMatchObject([{ name: 'Menu of the canteen', items: [{ type: 'board' }, { type: 'notice' }] }])
  for (const { notice } of layout?.zones[0]?.items ?? []) if (notice) expect(Notice.parse(notice)).toEqual(notice)
  const { queries } = server.app.context.database
  expect(await queries.selectFrom('layout').select('programme_id').execute()).toEqual([{ programme_id: 'canteen' }])
})

it('[DT3] the demonstration has the menu of a canteen and the rooms of a day, each drawn from a table', async () => {
  await using server = await startTestServer()
  const demo = await createDemo(server.app.context, server.app.accounts)
  if (demo.status !== 'created') throw new Error(demo.status)
  const shownOn = async (organisation: string, display: string) => {
    const params = { organisationId: OrganisationId.parse(organisation), displayId: DisplayId.parse(display) }
    return (await server.anonymous.call('getManifest', { params })).body
  }
  const menu = (await shownOn('demo-works', 'canteen')).layout?.zones[0]?.items.find(({ type }) => type === 'board')
  expect(menu?.contents).toMatchObject({ look: 'menu', title: 'Menu' })
  expect(JSON.stringify(menu?.contents)).toContain('Fish and chips')
  const rooms = (await shownOn('demo-college', 'library')).items.find(({ type }) => type === 'board')
  expect(rooms?.contents).toMatchObject({ look: 'rooms', title: 'Rooms today' })
  expect(JSON.stringify(rooms?.contents)).toContain('Robotics project')
})

it('[TO2] [TW2] the demonstration has take-overs that lie ready, none that runs, and a display that offers its page to read', async () => {
  await using server = await startTestServer()
  const demo = await createDemo(server.app.context, server.app.accounts)
  if (demo.status !== 'created') throw new Error(demo.status)
  const { queries } = server.app.context.database
  const names = await queries.selectFrom('prepared_take_over').select('name').orderBy('name').execute()
  expect(names.map(({ name }) => name)).toEqual(['Computers are down', 'Fire alarm'])
  expect(await queries.selectFrom('take_over').select('id').execute()).toEqual([])
  const codes = await queries.selectFrom('programme').select('id').where('read_code', '=', 'card').execute()
  expect(codes.map(({ id }) => id)).toEqual(['lobby'])
})

it('[CL1] the proposal in the demonstration can be opened by its link, sends no mail, and is removed with it', async () => {
  await using server = await startTestServer()
  const { context, accounts } = server.app
  const demo = await createDemo(context, accounts)
  if (demo.status !== 'created') throw new Error(demo.status)
  const [college] = demo.organisations
  const token = ProposalToken.parse(college?.proposing[0]?.split('#')[1])
  const { body } = await server.anonymous.call('readProposalLink', { params: {}, body: { token } })
  expect(body.link).toMatchObject({ programmeName: 'Main lobby', left: 3 })
  const { queries } = context.database
  const rows = await queries.selectFrom('proposal').selectAll().orderBy('name').execute()
  expect(rows.map(({ name, state, tell_at }) => [name, state, tell_at])).toEqual([
    ['Arjun, third year', 'waiting', null],
    ['Priya, chess club', 'waiting', null],
  ])
  for (const { content } of rows) expect(ProposedContent.safeParse(JSON.parse(content)).error).toBeUndefined()
  await removeDemo(context, accounts)
  for (const table of ['proposal', 'proposal_link'] as const)
    expect(await queries.selectFrom(table).select('id').execute()).toEqual([])
})
