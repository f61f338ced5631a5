import { Button } from '@mantine/core'
import { PAGES, type RouteBodyInput, StartSingleSignOn } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'
import { useDoing } from '../../../platform/form/use-doing.ts'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './session.module.css'

type Props = {
  remember: boolean
  /** True: the provider has just named an account without access, and would name it again without asking. */
  wasRefused: boolean
  /** The path to open afterwards; undefined: this page stays as it is, and the user signs in beside it. */
  next: string | undefined
  /** Accepted on the way, which then ends on the invitation's page. */
  invitation?: string | undefined
}

/** A button for signing in with the identity provider, if there is one. */
export function SingleSignOn({ remember, wasRefused, next, invitation }: Props) {
  const { t } = useI18n()
  // Without an answer, the form is enough.
  const { data } = useQuery({
    queryKey: ['single-sign-on'],
    queryFn: ({ signal }) => call('getSingleSignOn', { signal }),
    // Retried, because users would not look for a button that is missing.
    retry: 3,
  })
  const { run, isBusy, problem } = useDoing()

  if (!data?.name) return null
  const label = t(invitation === undefined ? 'login.single.with' : 'login.single.continue', { name: data.name })

  const start = () =>
    run('start', async () => {
      const { url } = await call('startSingleSignOn', {
        body: bodyOf({ remember, otherAccount: wasRefused, next, invitation }),
      })
      location.assign(url)
      await shownAgain()
    })

  return (
    <div className={styles.single}>
      <p className={styles.or}>
        <span>{t('login.single.or')}</span>
      </p>
      {problem && <ErrorBox message={problem} />}
      {next === undefined ? (
        <>
          <Button component="a" href={PAGES.login} target="_blank" rel="noopener" variant="default" size="md" fullWidth>
            {label}
          </Button>
          <p className={styles.hint}>{t('login.single.other-tab')}</p>
        </>
      ) : (
        <Button variant="default" size="md" fullWidth loading={isBusy} onClick={start}>
          {label}
        </Button>
      )}
    </div>
  )
}

/** Resolves when the user returns from the provider's page with the browser's back button, which restores this page. */
function shownAgain(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('pageshow', ({ persisted }) => persisted && resolve())
  })
}

type Wanted = RouteBodyInput<'startSingleSignOn'>

/** Omits `next` if it is too long to be accepted, so that signing in still works. */
function bodyOf({ next, ...wanted }: { [Key in keyof Wanted]: Wanted[Key] | undefined }): Wanted {
  return StartSingleSignOn.safeParse({ ...wanted, next }).success ? { ...wanted, next } : wanted
}
