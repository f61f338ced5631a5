import { Button } from '@mantine/core'
import { type Display, PAGES, playerPath } from '@placard/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { LivePreview } from '../../../features/content/preview/live-preview.tsx'
import { useSession } from '../../../features/people/session/session-query.ts'
import { AddressNotes } from '../../../platform/ui/address-notes.tsx'
import { Logo } from '../../../platform/ui/brand.tsx'
import { CopyButton } from '../../../platform/ui/copy-button.tsx'
import { ExternalButton } from '../../../platform/ui/external-button.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ArrowOnIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { usePageTitle } from '../../../platform/ui/page-title.ts'
import { publicOrigin } from '../../../platform/ui/public-origin.ts'
import { keyOf } from '../../../shell/chosen-display.ts'
import { PageSkeleton } from '../../../shell/page-skeleton.tsx'
import styles from './done.module.css'

const ShowOnScreen = lazyDialog(() => import('../../../features/screens/screen-address/show-on-screen.tsx'))

/** The last screen: the playing display, and links to continue. Only for signed-in users. */
export function SetupDone({ above }: { above: ReactNode }) {
  const { t } = useI18n()
  const { data, error } = useSession()
  usePageTitle(t('setup.done'))
  if (error || (data && data.status !== 'signed-in')) return <Navigate to={PAGES.dashboard} replace />
  if (!data) return <PageSkeleton />
  const [display] = data.session.displays
  return display ? <Playing display={display} above={above} /> : <Navigate to={PAGES.dashboard} replace />
}

function Playing({ display, above }: { display: Display; above: ReactNode }) {
  const { t } = useI18n()
  const [showsHow, setShowsHow] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const key = keyOf(display)
  const path = playerPath(key)
  const address = publicOrigin() + path
  return (
    <div className={styles.page}>
      <header className={styles.brand}>
        <Logo size={32} />
        <span>{t('product.name')}</span>
      </header>
      <main className={styles.main}>
        <div className={styles.head}>
          {above}
          <h1 ref={title} tabIndex={-1} className={styles.title}>
            {t('setup.done')}
          </h1>
          <p className={styles.lead}>{t('setup.done-lead')}</p>
        </div>
        <div className={styles.playing}>
          <LivePreview programmeKey={key} name={display.name} onShowOnScreen={() => setShowsHow(true)} />
        </div>
        <div className={styles.on}>
          <output className={styles.address} dir="ltr" aria-label={t('screen-address.address')}>
            {address}
          </output>
          <div className={styles.buttons}>
            <CopyButton text={address} copied={t('screens.copied')} notCopied={t('screens.not-copied', { address })}>
              {t('screens.copy')}
            </CopyButton>
            <ExternalButton href={path}>{t('screen-address.open')}</ExternalButton>
          </div>
          <AddressNotes />
          <Button
            className={styles.dashboard ?? ''}
            component={Link}
            to={PAGES.dashboard}
            size="lg"
            rightSection={<ArrowOnIcon />}
          >
            {t('setup.to-dashboard')}
          </Button>
          <Link to={PAGES.movingIn} className={styles.moving}>
            {t('setup.moving')}
          </Link>
        </div>
      </main>
      {showsHow && <ShowOnScreen display={key} onClose={() => setShowsHow(false)} />}
    </div>
  )
}
