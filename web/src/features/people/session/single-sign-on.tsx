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
  /** True: the provider has just named somebody who may not come in. It would name them again without asking. */
  wasRefused: boolean
  /** The path to go to afterwards; undefined: the page stays as it is, and somebody signs in beside it. */
  next: string | undefined
  /** Taken up on the way, which ends on its page. */
  invitation?: string | undefined
}

/** The way in through the identity provider, where there is one. */
export function SingleSignOn({ remember, wasRefused, next, invitation }: Props) {
  const { t } = useI18n()
  // Without an answer there is the form, which is enough.
  const { data } = useQuery({
    queryKey: ['single-sign-on'],
    queryFn: ({ signal }) => call('getSingleSignOn', { signal }),
    // Nobody would think of asking again for what is not there.
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

/** Back from the provider's page by the browser's own button: the page is as it was left. */
function shownAgain(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('pageshow', ({ persisted }) => persisted && resolve())
  })
}

type Wanted = RouteBodyInput<'startSingleSignOn'>

/** An address that is too long to come back to is no reason not to sign in. */
function bodyOf({ next, ...wanted }: { [Key in keyof Wanted]: Wanted[Key] | undefined }): Wanted {
  return StartSingleSignOn.safeParse({ ...wanted, next }).success ? { ...wanted, next } : wanted
}
