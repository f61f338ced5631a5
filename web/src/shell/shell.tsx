import { NativeSelect } from '@mantine/core'
import { type Display, lookPath, PAGES, type Session } from '@placard/contract'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { SessionGuard } from '../features/people/session/session-guard.tsx'
import { signOut } from '../features/people/session/session-query.ts'
import { codeOf } from '../platform/api/api-error.ts'
import { Logo } from '../platform/ui/brand.tsx'
import { ExternalButton } from '../platform/ui/external-button.tsx'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../platform/ui/notices.ts'
import { AccountMenu } from './account-menu.tsx'
import { keepBar } from './kept-bar.ts'
import { Navigation } from './navigation.tsx'
import styles from './shell.module.css'
import { usePalette } from './use-palette.tsx'

type Props = {
  session: Session
  /** The display that the page is about; undefined if the organisation has none. */
  display: Display | undefined
  onChooseDisplay: (id: Display['id']) => void
  children: ReactNode
}

/** The bar of every page that needs a session, with the navigation, and the guard of that session. */
export function Shell({ session, display, onChooseDisplay, children }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const [leaving, setLeaving] = useState(false)
  const palette = usePalette(session)
  const bar = useRef<HTMLElement>(null)

  useLayoutEffect(() => {
    const { current } = bar
    return () => {
      if (current) keepBar(current)
    }
  }, [])

  const leave = async () => {
    setLeaving(true)
    try {
      await signOut()
      // A full page load clears everything of this session from memory.
      location.assign(PAGES.login)
    } catch (error) {
      console.error('sign-out failed', error)
      setLeaving(false)
      notice('error', t('bar.sign-out-failed', { reason: t(`error.${codeOf(error)}`) }))
    }
  }

  return (
    <>
      <a className={styles.skip} href="#content">
        {t('skip.to-content')}
      </a>
      <header ref={bar} className={styles.bar}>
        <div className={styles.inner}>
          <Link to={PAGES.dashboard} className={styles.brand}>
            <Logo />
            <span>{t('product.name')}</span>
          </Link>
          <Navigation session={session} />
          {display && <DisplayChoice displays={session.displays} display={display} onChooseDisplay={onChooseDisplay} />}
          <div className={styles.end}>
            {display && (
              <ExternalButton
                href={lookPath({ organisationId: display.organisationId, displayId: display.id })}
                variant="subtle"
                size="sm"
                className={styles.open ?? ''}
              >
                {t('bar.open-display')}
              </ExternalButton>
            )}
            <AccountMenu session={session} onSignOut={() => void leave()} />
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {palette}
      {!leaving && <SessionGuard onLeave={() => location.assign(PAGES.login)} />}
    </>
  )
}

type ChoiceProps = { displays: Display[]; display: Display; onChooseDisplay: Props['onChooseDisplay'] }

/** With a single display there is nothing to choose, so only its name is shown. */
function DisplayChoice({ displays, display, onChooseDisplay }: ChoiceProps) {
  const { t } = useI18n()
  if (displays.length < 2) {
    return (
      <span className={styles.display}>
        <bdi>{display.name}</bdi>
      </span>
    )
  }
  return (
    <NativeSelect
      size="sm"
      className={styles.choice ?? ''}
      aria-label={t('bar.display')}
      value={display.id}
      data={displays.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(event) => {
        const chosen = displays.find(({ id }) => id === event.currentTarget.value)
        if (chosen) onChooseDisplay(chosen.id)
      }}
    />
  )
}
