import { type OrganisationId, ROUTES, type RouteName, type UserId } from '@placard/contract'
import { AppError } from './errors.ts'

/** Somebody signed in and subscribed, acting for their own organisation. */
export type Caller = {
  userId: UserId
  email: string
  sessionId: string
  organisationId: OrganisationId
}

/** What a request's cookie amounts to. */
export type Identity = { status: 'anonymous' } | { status: 'not-subscribed' } | { status: 'member'; caller: Caller }

/**
 * Who may call what, decided here and nowhere else (Z1, Z2). What belongs to another organisation is answered like what
 * does not exist, so that nobody learns which ids are taken.
 *
 * @param params of the path, not yet parsed
 * @returns the caller, or undefined on a public route that nobody in particular calls
 * @throws AppError not-signed-in, not-subscribed, display-not-found
 */
export function authorise(name: RouteName, identity: Identity, params: Record<string, unknown>): Caller | undefined {
  const caller = identity.status === 'member' ? identity.caller : undefined
  switch (ROUTES[name].access) {
    case 'public':
      return caller
    case 'member':
      if (identity.status === 'anonymous') throw new AppError('not-signed-in')
      if (identity.status === 'not-subscribed') throw new AppError('not-subscribed')
      if (params.organisationId !== undefined && params.organisationId !== identity.caller.organisationId) {
        throw new AppError('display-not-found')
      }
      return identity.caller
  }
}
