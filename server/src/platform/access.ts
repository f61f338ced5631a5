import {
  type DisplayId,
  type OrganisationId,
  ROLES,
  ROUTES,
  type Role,
  type Route,
  type RouteName,
  type TokenId,
  type UserId,
} from '@placard/contract'
import { AppError } from './errors.ts'

/** Somebody signed in. */
export type Account = {
  userId: UserId
  email: string
  sessionId: string
  /** Of the provider: may call what is an operator's, with or without an organisation of their own. */
  operator: boolean
  /** A program acts, by a token of its organisation, and no person: `userId` and `sessionId` are the token's. */
  token?: { id: TokenId; name: string }
}

/** Somebody signed in and subscribed, acting for their own organisation. */
export type Caller = Account & {
  organisationId: OrganisationId
  role: Role
  /** The displays they are limited to; null: all of the organisation, also those that are made later. */
  displays: readonly DisplayId[] | null
  /** An editor who was given that right, or a token that was made for it. An owner has it anyway. */
  mayTakeOver?: boolean
  /** A token that was made for the door of take-overs, and opens nothing else. */
  only?: 'take-over'
}

/** The caller behind a request's cookie or token. */
export type Identity =
  | { status: 'anonymous' }
  | { status: 'not-subscribed'; account: Account }
  | { status: 'member'; caller: Caller }

/**
 * Decides who may call what, here and nowhere else (Z1, Z2). A thing of another organisation, or of a display that is
 * not the caller's, is answered like one that does not exist, so that nobody learns which ids are taken.
 *
 * @param params of the path, not yet parsed
 * @returns the caller, or undefined on a public route that nobody in particular calls
 * @throws AppError not-signed-in, not-subscribed, not-allowed, display-not-found
 */
export function authorise(
  name: RouteName,
  identity: Identity,
  params: Record<string, unknown>,
): Caller | Account | undefined {
  const { person, unlimited, ofPlaylist, ...route }: Route = ROUTES[name]
  const isOfPlaylist = ofPlaylist !== undefined && params.playlistId !== undefined
  const access = isOfPlaylist ? (ofPlaylist.access ?? route.access) : route.access
  if (person && isProgram(identity)) throw new AppError('not-allowed')
  if (access === 'public') return identity.status === 'member' ? identity.caller : undefined
  if (identity.status === 'anonymous') throw new AppError('not-signed-in')
  const account = identity.status === 'member' ? identity.caller : identity.account
  switch (access) {
    case 'signed-in':
      return account
    case 'operator':
      if (!account.operator) throw new AppError('not-allowed', { role: 'operator' })
      return account
    case 'viewer':
    case 'contributor':
    case 'editor':
    case 'owner':
    case 'take-over': {
      if (identity.status === 'not-subscribed') throw new AppError('not-subscribed')
      const { caller } = identity
      if (caller.only !== undefined && access !== caller.only) throw new AppError('not-allowed')
      if (params.organisationId !== undefined && params.organisationId !== caller.organisationId) {
        throw new AppError('display-not-found')
      }
      if (params.displayId !== undefined && !mayUse(caller, params.displayId)) throw new AppError('display-not-found')
      const isOfAll = unlimited || (isOfPlaylist && access !== 'viewer')
      if (isOfAll && caller.displays !== null) throw new AppError('not-allowed', { role: roleFor(access) })
      if (access === 'take-over') {
        if (!mayTakeOver(caller)) throw new AppError('not-allowed', { role: roleFor(access) })
        return caller
      }
      if (ROLES.indexOf(caller.role) < ROLES.indexOf(access)) throw new AppError('not-allowed', { role: access })
      return caller
    }
  }
}

/** The lowest role that may do it without being given a right. */
const roleFor = (access: Role | 'take-over'): Role => (access === 'take-over' ? 'owner' : access)

/** True: they may show something on the screens before everything else. */
export function mayTakeOver({ role, mayTakeOver }: Pick<Caller, 'role' | 'mayTakeOver'>): boolean {
  return role === 'owner' || mayTakeOver === true
}

function isProgram(identity: Identity): boolean {
  if (identity.status === 'anonymous') return false
  return (identity.status === 'member' ? identity.caller : identity.account).token !== undefined
}

/** True: the caller is not limited, or limited to displays of which this is one. */
export function mayUse(caller: Pick<Caller, 'displays'>, displayId: unknown): boolean {
  return caller.displays === null || caller.displays.some((id) => id === displayId)
}
