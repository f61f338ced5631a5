import type { RouteBodyInput, Session } from '@placard/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { signedIn } from '../../../platform/api/session-events.ts'
import { tellOtherTabs } from './session-channel.ts'

export type SessionState =
  | { status: 'signed-in'; session: Session }
  | { status: 'signed-out' }
  /** The account exists but belongs to no organisation (A5). */
  | { status: 'not-subscribed' }

const SESSION_KEY = ['session']

async function fetchSession(signal?: AbortSignal): Promise<SessionState> {
  try {
    return { status: 'signed-in', session: await call('getSession', signal ? { signal } : {}) }
  } catch (error) {
    if (signal?.aborted) throw error
    const code = codeOf(error)
    if (code === 'not-signed-in') return { status: 'signed-out' }
    if (code === 'not-subscribed') return { status: 'not-subscribed' }
    throw error
  }
}

const sessionQuery = {
  queryKey: SESSION_KEY,
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchSession(signal),
}

/** @param asks false: no request; returns only what is known already */
export function useSession(asks = true) {
  return useQuery({ ...sessionQuery, enabled: asks })
}

/** False: this browser has no session. The cookie `org` (A4) exists as long as one does. */
export const mayBeSignedIn = (): boolean => /(^|; )org=/.test(document.cookie)

/** Requests the session while the code of the page is still loading. */
export function askSessionEarly(client: QueryClient): void {
  void client.prefetchQuery(sessionQuery)
}

/** The signed-in user, as far as this tab knows. */
export function knownSession(client: QueryClient): Session | undefined {
  const state = client.getQueryData<SessionState>(SESSION_KEY)
  return state?.status === 'signed-in' ? state.session : undefined
}

/** Stores the changed rights of the signed-in user. A session of another user is ignored. */
export function keepSession(client: QueryClient, session: Session): void {
  if (knownSession(client)?.email !== session.email) return
  const state: SessionState = { status: 'signed-in', session }
  client.setQueryData<SessionState>(SESSION_KEY, state)
}

/** Asks the server. If nobody is signed in any more, the cache keeps the last session, so that the page stays as it is. */
export function askSession(): Promise<SessionState> {
  return fetchSession()
}

export function useSignIn() {
  const client = useQueryClient()
  /**
   * @returns the session; for an account with two-factor sign-in, the data to send with the code. @throws ApiError
   */
  return async (input: RouteBodyInput<'signIn'>): Promise<SignInAnswer> => {
    const answer = await call('signIn', { body: input })
    if ('secondFactor' in answer) return { status: 'code-wanted', pending: answer.secondFactor.pending }
    begin(client, answer)
    return { status: 'signed-in', session: answer }
  }
}

export type SignInAnswer = { status: 'signed-in'; session: Session } | { status: 'code-wanted'; pending: string }

/** The second step. @throws ApiError */
export function useFinishSignIn() {
  const client = useQueryClient()
  return async (input: RouteBodyInput<'finishSignIn'>): Promise<Session> => {
    const session = await call('finishSignIn', { body: input })
    begin(client, session)
    return session
  }
}

/**
 * U2, U3. @returns the session if the address has an account with this password; null for every other address, taken or
 * not, so that nobody can find out which
 * @throws ApiError
 */
export function useSignUp() {
  const client = useQueryClient()
  return async (input: RouteBodyInput<'signUp'>): Promise<Session | null> => {
    const { session } = await call('signUp', { body: input })
    if (session) begin(client, session)
    return session
  }
}

/** The first start of the installation. @throws ApiError already-set-up, setup-link-expired, weak-password */
export function useFinishSetup() {
  const client = useQueryClient()
  return async (input: RouteBodyInput<'finishSetup'>): Promise<Session> => {
    const session = await call('finishSetup', { body: input })
    begin(client, session)
    return session
  }
}

/** Accepts an invitation as the signed-in user. @throws ApiError already-member, invitation-not-found */
export function useAcceptInvitation() {
  const client = useQueryClient()
  return async (token: string): Promise<Session> => {
    const session = await call('acceptInvitation', { body: { token } })
    begin(client, session)
    return session
  }
}

export function begin(client: QueryClient, session: Session): void {
  const state: SessionState = { status: 'signed-in', session }
  client.setQueryData<SessionState>(SESSION_KEY, state)
  tellOtherTabs('signed-in')
  signedIn.announce()
}

/** A6: ends the session on the server, then in every tab. @throws ApiError if the server still has the session */
export async function signOut(): Promise<void> {
  await call('signOut', {})
  tellOtherTabs('signed-out')
}
