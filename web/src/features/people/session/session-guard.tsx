import type { Bye, Session } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sessionEnded, sessionTold, signedIn } from '../../../platform/api/session-events.ts'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { sessionReturns } from '../../../platform/ui/session-return.ts'
import { onOtherTab } from './session-channel.ts'
import { askSession, keepSession, knownSession } from './session-query.ts'

const SignInAgain = lazyDialog(() => import('./sign-in-again.tsx'))

/**
 * Watches the session while a page needs one. When it ends, here or in another tab, asks the user to sign in over the page.
 *
 * @param onLeave goes to the sign-in page instead
 */
export function SessionGuard({ onLeave }: { onLeave: () => void }) {
  const client = useQueryClient()
  const [ended, setEnded] = useState<{ session: Session; because?: Bye['because'] }>()

  useEffect(() => {
    const end = ({ because }: { because?: Bye['because'] } = {}) =>
      setEnded((already) => {
        // The first notification may not contain the reason.
        const session = already?.session ?? knownSession(client)
        return session && { session, because: already?.because ?? because }
      })
    const undoEnd = sessionEnded.on(end)
    const undoTold = sessionTold.on((session) => keepSession(client, session))
    const undoTabs = onOtherTab((word) => {
      if (word === 'signed-out') end()
      else void comeBack()
    })
    const comeBack = async () => {
      const state = await askSession().catch(() => undefined)
      if (state?.status !== 'signed-in') return
      goOnAs(state.session, knownSession(client))
      keepSession(client, state.session)
      setEnded(undefined)
      sessionReturns.announce()
      signedIn.announce()
    }
    return () => {
      undoEnd()
      undoTold()
      undoTabs()
    }
  }, [client])

  if (!ended) return null
  return (
    <SignInAgain
      before={ended.session}
      because={ended.because}
      onSignedIn={(session) => {
        goOnAs(session, ended.session)
        setEnded(undefined)
        sessionReturns.announce()
      }}
      onLeave={onLeave}
    />
  )
}

/** Reloads if another user has signed in, because the page may contain the previous user's data. */
function goOnAs(now: Session, before: Session | undefined): void {
  if (before && now.email !== before.email) location.reload()
}
