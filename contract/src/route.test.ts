import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LINE_DETAILS, type LINE_ROUTES } from './content/routes/lines.ts'
import { DisplayId, ItemId, OrganisationId, PlaylistId } from './platform/id.ts'
import { addressesOf, type DetailsOf, type Route } from './platform/routes/shape.ts'
import { pathOf, ROUTES, type RouteName } from './route.ts'
import { ROUTE_DETAILS } from './route-details.ts'

const NAMES = Object.keys(ROUTES) as RouteName[]
const FEATURES = globSync(join(import.meta.dirname, '*/routes/*.ts')).map((file) => readFileSync(file, 'utf8'))
/**
 * Changes by callers without a session: people who sign in, sign up or sign out, screens, and holders of a key in a mail or of
 * a link. `readInvitation`, `readSetup` and `readProposalLink` only read.
 */
const OF_ANYBODY: ReadonlySet<RouteName> = new Set([
  'signIn',
  'finishSignIn',
  'startPasskeySignIn',
  'signInByPasskey',
  'startPasskeyStep',
  'finishSignInByPasskey',
  'startSingleSignOn',
  'signUp',
  'signOut',
  'requestPasswordReset',
  'completePasswordReset',
  'readInvitation',
  'readSetup',
  'finishSetup',
  'reportScreen',
  'beatScreen',
  'tellPlays',
  'quietAlerts',
  'unsubscribeFromAlerts',
  'showTakeOver',
  'enterScreen',
  'answerCommand',
  'helloAgent',
  'reportAgent',
  'sendAgentPicture',
  'readProposalLink',
  'sendProposalPicture',
  'sendProposal',
  'takeBackSentProposal',
])
/** Edits of things that have no revision. */
const LAST_SAVE_WINS: ReadonlySet<RouteName> = new Set([
  'changePairedScreen',
  'renamePasskey',
  'setSignInRule',
  'changeMachine',
  'changeAgentUpdates',
  'updateAlertChoice',
  'updateBrand',
  'updateDisplay',
  'updateLibraryFile',
  'updateMember',
  'updateOrganisation',
  'updatePlaylist',
  'updateProposalChoice',
  'updatePreparedTakeOver',
  'updateScreen',
  'updateSubscription',
  'updateTable',
  'updateWebhook',
])
/** Edits that give the former values of the cells that they change (`was`), so that two people in one row never meet. */
const GIVES_FORMER_VALUES: ReadonlySet<RouteName> = new Set(['updateRow', 'changeRows'])
const key = { organisationId: OrganisationId.parse('vnr'), displayId: DisplayId.parse('ece') }

describe.each(NAMES)('%s', (name) => {
  const route = ROUTES[name]
  const addresses = addressesOf(route)

  it('declares every parameter of its path, and no other', () => {
    for (const { path, params } of addresses) {
      const inPath = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter)
      expect(Object.keys(params?.shape ?? {}).sort()).toEqual(inPath.sort())
    }
  })

  it('lies below /api, in kebab-case plurals', () => {
    for (const { path } of addresses)
      expect(path).toMatch(/^\/api(\/([a-z]+(-[a-z]+)*|:[a-z]+([A-Z][a-z]+)*Id|:code|:corner|:key))+(\.json)?$/)
  })

  it('Z2 changes something only for somebody signed in, but for signing in, up and out', () => {
    if (!['GET', 'HEAD'].includes(route.method) && !OF_ANYBODY.has(name)) expect(route.access).not.toBe('public')
  })

  it('has a body only where the method has one', () => {
    if (['GET', 'HEAD', 'DELETE'].includes(route.method)) expect('body' in route).toBe(false)
  })

  it('T4 an edit says which state it edits', () => {
    // A piece of an upload gives its position instead (Upload-Offset).
    const isEdit = route.method === 'PATCH' && route.body !== 'piece'
    if (isEdit && !LAST_SAVE_WINS.has(name) && !GIVES_FORMER_VALUES.has(name))
      expect('ifMatch' in route && route.ifMatch).toBe('required')
  })
})

it('no two calls share a method and a path', () => {
  const shapes = Object.values<Route>(ROUTES).flatMap((route) =>
    addressesOf(route).map(({ path }) => `${route.method} ${path.replace(/:\w+/g, ':')}`),
  )
  expect(new Set(shapes).size).toBe(shapes.length)
})

describe('the address of a call', () => {
  it('has its parameters put in', () => {
    expect(pathOf('getTime', {})).toBe('/api/time')
    expect(pathOf('getManifest', key)).toBe('/api/organisations/vnr/displays/ece/manifest')
    const playlistId = PlaylistId.parse(`_${'p'.repeat(20)}`)
    expect(pathOf('createLine', { organisationId: key.organisationId, playlistId })).toBe(
      `/api/organisations/vnr/playlists/${playlistId}/lines`,
    )
    expect(pathOf('moveItem', { ...key, itemId: ItemId.parse('a1') })).toBe(
      '/api/organisations/vnr/displays/ece/items/a1/move',
    )
  })

  it('has no parameter left over, whatever the call', () => {
    const params = {
      ...key,
      entryId: '1',
      itemId: 'a',
      lineId: 'b',
      uploadId: 'c',
      screenId: 'f',
      memberId: 'd',
      invitationId: 'e',
      sessionId: 'f',
      mediaId: 'g',
      incidentId: 'h',
      passkeyId: 'i',
      webhookId: 'i',
      deliveryId: 'l',
      overId: 'j',
      insertId: 'r',
      proposalId: 'l',
      linkId: 'm',
      moveInId: 'n',
      code: 'k',
      corner: 'top-left',
      tableId: `_t-${'t'.repeat(20)}`,
      columnId: 'column',
      rowId: 'o',
      key: 'q',
    }
    const { displayId: _, ...ofNoDisplay } = params
    const ofPlaylist = { ...ofNoDisplay, playlistId: `_${'p'.repeat(20)}` }
    for (const name of NAMES) {
      for (const { path } of addressesOf(ROUTES[name])) {
        const given = path.includes(':playlistId') ? ofPlaylist : params
        expect(pathOf(name, given as never)).not.toMatch(/:|undefined|\/\//)
      }
    }
  })
})

describe('[HS8] a route is described once', () => {
  it('in the file of its feature, with its details in the same order', () => {
    expect(Object.keys(ROUTE_DETAILS)).toEqual(NAMES)
    const declared = FEATURES.flatMap((text) => [...text.matchAll(/^ {2}(\w+): \{/gm)].map(([, name]) => name))
    expect(declared.sort()).toEqual([...NAMES, ...NAMES].sort())
  })

  it('or it does not compile', () => {
    const { removeLine: _, ...withoutOne } = LINE_DETAILS
    const { summary, errors } = LINE_DETAILS.removeLine
    // @ts-expect-error a route without its details
    void (withoutOne satisfies DetailsOf<typeof LINE_ROUTES>)
    // @ts-expect-error no summary
    void ({ ...withoutOne, removeLine: { errors } } satisfies DetailsOf<typeof LINE_ROUTES>)
    // @ts-expect-error no errors
    void ({ ...withoutOne, removeLine: { summary } } satisfies DetailsOf<typeof LINE_ROUTES>)
    // @ts-expect-error an error that the table of errors does not have
    void ({ ...withoutOne, removeLine: { summary, errors: ['no-such'] } } satisfies DetailsOf<typeof LINE_ROUTES>)
    // @ts-expect-error a feature whose details the whole does not have
    void (LINE_DETAILS satisfies DetailsOf<typeof ROUTES>)
    expect({ ...withoutOne, removeLine: { summary, errors } } satisfies DetailsOf<typeof LINE_ROUTES>).toBeDefined()
  })
})
