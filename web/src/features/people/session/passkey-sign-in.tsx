import { Button } from '@mantine/core'
import { PASSKEY_WAIT_MS, type PasskeyAnswer, type PasskeyRequest, type Session } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { answerWithPasskey, browserListsPasskeys } from '../../../platform/api/passkey.ts'
import { useDoing } from '../../../platform/form/use-doing.ts'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { KeyIcon } from '../../../platform/ui/key-icon.tsx'
import styles from './session.module.css'
import { begin } from './session-query.ts'

/** The list below the email field gets a new challenge before the last one expires. */
const LISTED_FOR_MS = PASSKEY_WAIT_MS * 0.8

type Props = {
  remember: boolean
  invitation: string | undefined
  onSignedIn: (session: Session) => void
  /** The account has no access to an organisation. */
  onWaits: () => void
}

/** Signing in with a passkey: from the browser's list below the email field, or with the button. */
export default function PasskeySignIn({ remember, invitation, onSignedIn, onWaits }: Props) {
  const { t } = useI18n()
  const client = useQueryClient()
  /** False: passkeys do not work at this address. */
  const [isOffered, setOffered] = useState(false)
  /** Rises when the browser's list must be opened again. */
  const [round, setRound] = useState(0)
  const listed = useRef<AbortController>(undefined)
  const { run, isBusy, problem } = useDoing({
    words: (error) => (error instanceof DOMException ? t('login.passkey.failed') : undefined),
  })

  async function enter(passkey: PasskeyAnswer): Promise<void> {
    try {
      const session = await call('signInByPasskey', { body: { passkey, remember, invitation } })
      begin(client, session)
      onSignedIn(session)
    } catch (error) {
      if (codeOf(error) !== 'not-subscribed') throw error
      onWaits()
    }
  }

  const enterListed = useEffectEvent((passkey: PasskeyAnswer) => run('list', () => enter(passkey)))

  // biome-ignore lint/correctness/useExhaustiveDependencies(round): the list is opened again
  useEffect(() => {
    const over = new AbortController()
    listed.current = over
    const again = setTimeout(() => setRound((before) => before + 1), LISTED_FOR_MS)
    void list(over.signal, () => setOffered(true)).then((passkey) => {
      if (passkey && !over.signal.aborted) enterListed(passkey)
    })
    return () => {
      clearTimeout(again)
      over.abort()
    }
  }, [round])

  const press = () =>
    run('button', async () => {
      const request = await call('startPasskeySignIn', {})
      // A browser does one of both at a time.
      listed.current?.abort()
      const passkey = await answerWithPasskey(request)
      setRound((before) => before + 1)
      if (passkey) await enter(passkey)
    })

  if (!isOffered) return null
  return (
    <>
      <p className={styles.or}>
        <span>{t('login.single.or')}</span>
      </p>
      {problem && <ErrorBox message={problem} />}
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<KeyIcon size={18} />}
        loading={isBusy}
        onClick={press}
      >
        {t('login.code.passkey')}
      </Button>
    </>
  )
}

/**
 * Lets the browser list its passkeys, where it can.
 *
 * @param onOffered called if passkeys work at this address
 * @returns undefined if none was chosen
 */
async function list(signal: AbortSignal, onOffered: () => void): Promise<PasskeyAnswer | undefined> {
  try {
    const request: PasskeyRequest = await call('startPasskeySignIn', { signal })
    onOffered()
    return (await browserListsPasskeys()) && !signal.aborted
      ? await answerWithPasskey(request, { listed: true, signal })
      : undefined
  } catch {
    // The button and the form remain.
    return undefined
  }
}
