import {
  DisplayId,
  Email,
  OrganisationId,
  ROLES,
  ROUTES,
  type Role,
  type Route,
  type RouteName,
  TokenId,
  UserId,
} from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { type Account, authorise, type Caller, type Identity, mayUse } from './access.ts'
import { AppError } from './errors.ts'

const OWN = OrganisationId.parse('own')
const FOYER = DisplayId.parse('foyer')
const HALL = DisplayId.parse('hall')

const person: Account = {
  userId: UserId.parse('user'),
  email: Email.parse('asha@own.example'),
  sessionId: 'session',
  operator: false,
}
const program: Account = { ...person, token: { id: TokenId.parse('token'), name: 'Timetable' } }
const memberOf = (account: Account, role: Role, displays: Caller['displays'] = null): Caller => ({
  ...account,
  organisationId: OWN,
  role,
  displays,
  tables: null,
})
const member = (caller: Caller): Identity => ({ status: 'member', caller })
const ANONYMOUS: Identity = { status: 'anonymous' }
const WAITING: Identity = { status: 'not-subscribed', account: person }

/**
 * Finds one route of each kind in the table. The routes of each kind are tested by the matrix in
 * `server/src/testing/whole/access.test.ts`.
 */
function routeWith(access: string, options: { person: boolean; unlimited?: boolean }): RouteName {
  const found = (Object.keys(ROUTES) as RouteName[]).find((name) => {
    const route: Route = ROUTES[name]
    const isOfAll = (route.unlimited === true) === (options.unlimited ?? false)
    return route.access === access && (route.person === true) === options.person && isOfAll
  })
  if (!found) throw new Error(`no route is for ${access}`)
  return found
}

/** @returns the caller who was let in, or the code and details of the refusal */
function asked(name: RouteName, identity: Identity, params: Record<string, unknown> = {}): unknown {
  try {
    return authorise(name, identity, params)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.role ? `${error.code} ${error.role}` : error.code
  }
}

describe('authorise', () => {
  it('[B21] public routes are open to everybody, and recognise a member', () => {
    const route = routeWith('public', { person: false })
    const viewer = memberOf(person, 'viewer')
    expect(asked(route, ANONYMOUS)).toBe(undefined)
    expect(asked(route, WAITING)).toBe(undefined)
    expect(asked(route, member(viewer))).toBe(viewer)
    expect(asked(route, member(memberOf(program, 'viewer')))).toMatchObject({ token: program.token })
  })

  it('[B98] personal routes are refused to a program, subscribed or not, before anything else', () => {
    const route = routeWith('public', { person: true })
    expect(asked(route, ANONYMOUS)).toBe(undefined)
    expect(asked(route, WAITING)).toBe(undefined)
    expect(asked(route, member(memberOf(program, 'owner')))).toBe('not-allowed')
    expect(asked(route, { status: 'not-subscribed', account: program })).toBe('not-allowed')
  })

  it('[B21] a person who is signed in has an account, with or without a subscription', () => {
    const route = (Object.keys(ROUTES) as RouteName[]).find((name) => ROUTES[name].access === 'signed-in')
    if (!route) throw new Error('no route is for who is signed in')
    const viewer = memberOf(person, 'viewer')
    expect(asked(route, ANONYMOUS)).toBe('not-signed-in')
    expect(asked(route, WAITING)).toBe(person)
    expect(asked(route, member(viewer))).toBe(viewer)
  })

  it('[B21] an operator’s calls are an operator’s, whatever they are in an organisation', () => {
    const route = routeWith('operator', { person: false })
    const operator = { ...person, operator: true }
    expect(asked(route, ANONYMOUS)).toBe('not-signed-in')
    expect(asked(route, WAITING)).toBe('not-allowed operator')
    expect(asked(route, member(memberOf(person, 'owner')))).toBe('not-allowed operator')
    expect(asked(route, { status: 'not-subscribed', account: operator })).toBe(operator)
    expect(asked(route, member(memberOf(operator, 'viewer')), { organisationId: 'other' })).toMatchObject(operator)
  })

  describe.each(['viewer', 'editor', 'owner'] as const)('[B21] a route for %s', (access) => {
    const route = routeWith(access, { person: false })

    it('is for members alone', () => {
      expect(asked(route, ANONYMOUS)).toBe('not-signed-in')
      expect(asked(route, WAITING)).toBe('not-subscribed')
    })

    it.each(ROLES)('and %s', (role) => {
      const caller = memberOf(person, role)
      const isEnough = ROLES.indexOf(role) >= ROLES.indexOf(access)
      const expected = isEnough ? caller : `not-allowed ${access}`
      expect(asked(route, member(caller))).toBe(expected)
      expect(asked(route, member(caller), { organisationId: OWN, displayId: HALL })).toBe(expected)
    })

    it('[B18] tells nobody what there is in another organisation, whatever they are in theirs', () => {
      for (const role of ROLES) {
        const params = { organisationId: 'other', displayId: FOYER }
        expect(asked(route, member(memberOf(person, role)), params)).toBe('display-not-found')
      }
    })

    it('[B18] and of displays only what is theirs', () => {
      const caller = memberOf(person, 'owner', [FOYER])
      expect(asked(route, member(caller), { organisationId: OWN, displayId: FOYER })).toBe(caller)
      expect(asked(route, member(caller), { organisationId: OWN, displayId: HALL })).toBe('display-not-found')
      expect(asked(route, member(caller), { organisationId: OWN })).toBe(caller)
    })
  })
})

it('[CP2] a route of the whole organisation, and a change of a playlist, are not for somebody limited to some displays', () => {
  const limited = memberOf(person, 'editor', [FOYER])
  const editor = memberOf(person, 'editor')
  const route = routeWith('editor', { person: false, unlimited: true })
  const playlist = { organisationId: OWN, playlistId: `_${'p'.repeat(20)}` }
  expect(asked(route, member(limited), { organisationId: OWN })).toBe('not-allowed editor')
  expect(asked(route, member(editor), { organisationId: OWN })).toBe(editor)
  expect(asked('createLine', member(limited), playlist)).toBe('not-allowed editor')
  expect(asked('createLine', member(editor), playlist)).toBe(editor)
  expect(asked('getManifest', ANONYMOUS, playlist)).toBe('not-signed-in')
})

it('[B18] a member who is limited to no display may use none', () => {
  expect(mayUse({ displays: null }, HALL)).toBe(true)
  expect(mayUse({ displays: [FOYER, HALL] }, HALL)).toBe(true)
  expect(mayUse({ displays: [FOYER] }, HALL)).toBe(false)
  expect(mayUse({ displays: [] }, HALL)).toBe(false)
})
