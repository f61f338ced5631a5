import {
  type DisplayId,
  type OrganisationId,
  ROLES,
  ROUTES,
  type Role,
  type Route,
  type RouteName,
  type TableId,
  type TokenId,
  type UserId,
} from '@placard/contract'
import { AppError } from './errors.ts'

/** A signed-in person, or a program with a token. */
export type Account = {
  userId: UserId
  email: string
  sessionId: string
  /** An operator of the provider. May call operator routes, with or without an organisation of their own. */
  operator: boolean
  /** Set when a program calls with an API token of its organisation. `userId` and `sessionId` are then the token's. */
  token?: { id: TokenId; name: string }
}

/** A signed-in and subscribed account, acting for its own organisation. */
export type Caller = Account & {
  organisationId: OrganisationId
  role: Role
  /** The displays that the caller is limited to. null: all displays of the organisation, including ones created later. */
  displays: readonly DisplayId[] | null
  /** The tables that are all the caller may use; `displays` is empty then. null: not limited to tables. */
  tables: readonly TableId[] | null
  /** True for an editor who was given this right, or a token created for it. An owner always has it. */
  mayTakeOver?: boolean
  /** Set for a token made for take-overs or for inserts. Such a token can call nothing else. */
  only?: 'take-over' | 'insert'
}

/** The caller behind a request's cookie or token. */
export type Identity =
  | { status: 'anonymous' }
  | { status: 'not-subscribed'; account: Account }
  /** A member whose session lacks the step that the organisation requires. It has no access to the organisation. */
  | { status: 'step-missing'; account: Account }
  | { status: 'member'; caller: Caller }

/**
 * Decides who may call what. No other code does (Z1, Z2). A resource of another organisation, or of a display that is not the caller's,
 * gets the same answer as one that does not exist, so nobody learns which ids are taken.
 *
 * @param params of the path, not yet parsed
 * @returns the caller, or undefined on a public route that is called without signing in
 * @throws AppError not-signed-in, not-subscribed, second-step-required, not-allowed, display-not-found, table-not-found
 */
export function authorise(
  name: RouteName,
  identity: Identity,
  params: Record<string, unknown>,
): Caller | Account | undefined {
  const { person, unlimited, ofTables, ofPlaylist, ...route }: Route = ROUTES[name]
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
    case 'take-over':
    case 'insert': {
      if (identity.status === 'not-subscribed') throw new AppError('not-subscribed')
      if (identity.status === 'step-missing') throw new AppError('second-step-required')
      const { caller } = identity
      if (caller.only !== undefined && access !== caller.only) throw new AppError('not-allowed')
      if (params.organisationId !== undefined && params.organisationId !== caller.organisationId) {
        throw new AppError('display-not-found')
      }
      if (caller.tables !== null) {
        if (!ofTables) throw new AppError('not-allowed')
        if (params.tableId !== undefined && !mayUseTable(caller, params.tableId)) throw new AppError('table-not-found')
      }
      if (params.displayId !== undefined && !mayUse(caller, params.displayId)) throw new AppError('display-not-found')
      const isOfAll = unlimited || (isOfPlaylist && access !== 'viewer')
      if (isOfAll && caller.displays !== null && caller.tables === null)
        throw new AppError('not-allowed', { role: roleFor(access) })
      if (access === 'take-over') {
        if (!mayTakeOver(caller)) throw new AppError('not-allowed', { role: roleFor(access) })
        return caller
      }
      if (access === 'insert') {
        if (!mayInsert(caller)) throw new AppError('not-allowed', { role: roleFor(access) })
        return caller
      }
      if (ROLES.indexOf(caller.role) < ROLES.indexOf(access)) throw new AppError('not-allowed', { role: access })
      return caller
    }
  }
}

/** The lowest role that has this access without an extra right. */
function roleFor(access: Role | 'take-over' | 'insert'): Role {
  if (access === 'take-over') return 'owner'
  return access === 'insert' ? 'editor' : access
}

/** True when the caller may start take-overs. */
export function mayTakeOver({ role, mayTakeOver }: Pick<Caller, 'role' | 'mayTakeOver'>): boolean {
  return role === 'owner' || mayTakeOver === true
}

/** True when the caller may start inserts on the displays that they may use. */
export function mayInsert({ role, only }: Pick<Caller, 'role' | 'only'>): boolean {
  return role === 'owner' || role === 'editor' || only === 'insert'
}

function isProgram(identity: Identity): boolean {
  if (identity.status === 'anonymous') return false
  return (identity.status === 'member' ? identity.caller : identity.account).token !== undefined
}

/** True when the caller is not limited to displays, or this display is one of theirs. */
export function mayUse(caller: Pick<Caller, 'displays'>, displayId: unknown): boolean {
  return caller.displays === null || caller.displays.some((id) => id === displayId)
}

/** True when the caller is not limited to tables, or this table is one of theirs. */
export function mayUseTable(caller: Pick<Caller, 'tables'>, tableId: unknown): boolean {
  return caller.tables === null || caller.tables.some((id) => id === tableId)
}
