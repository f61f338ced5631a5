import { Button } from '@mantine/core'
import {
  type DisplayKey,
  type Item,
  MAX_SCREENS_PER_DISPLAY,
  PAGES,
  type PairedScreen,
  type Screen,
  type Screens,
} from '@placard/contract'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { codeOf } from '../../../platform/api/api-error.ts'
import { shortId } from '../../../platform/api/screens/device-name.ts'
import { isGone, summaryOf } from '../../../platform/api/screens/health.ts'
import { useAllScreens } from '../../../platform/api/screens/use-all-screens.ts'
import { useScreenCommand } from '../../../platform/api/screens/use-screens.ts'
import { announce } from '../../../platform/ui/announcer.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { ScreenDetails } from './details.ts'
import { SCREENS_HEADING_ID } from './heading-id.ts'
import { PairedMenu } from './paired-menu.tsx'
import { ScreenRow } from './screen-row.tsx'
import styles from './screens-panel.module.css'

const NameScreen = lazyDialog(() => import('./name-screen.tsx'))
const ConfirmDialog = lazyDialog(() => import('../../../platform/ui/confirm-dialog.tsx'))

type Props = {
  display: DisplayKey
  screens: Screens
  /** The items, for the names of those that are playing. */
  items: Item[]
  canEdit: boolean
}

/** The list in the panel: one row for each screen. Screens that are gone are shown on request. */
export default function ScreenRows({ display, screens, items, canEdit }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const { pathname } = useLocation()
  const { mutateAsync } = useScreenCommand(display)
  const [showsGone, setShowsGone] = useState(false)
  const [naming, setNaming] = useState<Screen>()
  const [removing, setRemoving] = useState<Screen>()
  const [askedId, setAskedId] = useState<Screen['id']>()

  const all = useAllScreens(display.organisationId).data
  const paired = (all?.screens ?? []).flatMap((one) =>
    one.paired && one.displayId === display.displayId ? one.paired : [],
  )
  const menuOf = (screen: PairedScreen) => (
    <PairedMenu
      organisationId={display.organisationId}
      screen={screen}
      displays={all?.displays ?? []}
      isOwner={false}
    />
  )
  const heard = new Set(screens.screens.map(({ id }) => id))
  const silent = paired.filter(({ id }) => !heard.has(id))

  const { gone, quiet } = summaryOf(screens)
  const shown = screens.screens.filter((screen) => showsGone || !isGone(screen, screens.at))
  const asked = screens.screens.find(({ id }) => id === askedId)
  const nameOf = (screen: Screen) => screen.name || t('screens.unnamed', { id: shortId(screen.id) })

  const remove = async (screen: Screen) => {
    setRemoving(undefined)
    // The focused button is removed with its row, after the dialog has returned the focus.
    setTimeout(() => document.getElementById(SCREENS_HEADING_ID)?.focus(), 0)
    try {
      await mutateAsync({ type: 'remove', id: screen.id })
      announce(t('screens.removed', { name: nameOf(screen) }))
    } catch (error) {
      console.error('removing a screen failed', error)
      notice('error', t('status.not-saved', { reason: t(`error.${codeOf(error)}`) }))
    }
  }

  return (
    <>
      <ul className={styles.list}>
        {shown.map((screen) => (
          <ScreenRow
            key={screen.id}
            screen={screen}
            display={screens}
            name={nameOf(screen)}
            items={items}
            canEdit={canEdit}
            onRename={() => setNaming(screen)}
            onRemove={() => setRemoving(screen)}
            onDetails={() => setAskedId(screen.id)}
            menu={paired.filter(({ id }) => id === screen.id).map(menuOf)[0]}
          />
        ))}
        {silent.map((screen) => (
          <li key={screen.id} className={styles.paired} data-screen={screen.id}>
            <strong>
              <bdi>{screen.name}</bdi>
            </strong>
            <span>{t(screen.isConnected ? 'screens.state.starting' : 'paired.away')}</span>
            {canEdit && menuOf(screen)}
          </li>
        ))}
      </ul>
      <Button
        component={Link}
        to={`${PAGES.screens}?display=${display.displayId}`}
        variant="subtle"
        size="sm"
        className={styles.way ?? ''}
      >
        {t('paired.see-all')}
      </Button>
      {gone > 0 && !showsGone && (
        <Button variant="subtle" color="gray" size="sm" onClick={() => setShowsGone(true)}>
          {t('screens.show-gone', { count: gone })}
        </Button>
      )}
      <Button
        component={Link}
        to={`${PAGES.plays}?display=${display.displayId}`}
        variant="subtle"
        size="sm"
        className={styles.way ?? ''}
      >
        {t('plays.open')}
      </Button>
      {paired.length > 1 && pathname !== PAGES.wall && (
        <Button
          component={Link}
          to={`${PAGES.wall}?display=${display.displayId}`}
          variant="subtle"
          size="sm"
          className={styles.way ?? ''}
        >
          {t('screens.to-wall')}
        </Button>
      )}
      <Button component={Link} to={PAGES.alerts} variant="subtle" size="sm" className={styles.way ?? ''}>
        {t('screens.to-alerts')}
      </Button>
      {quiet > 0 && <p className={styles.note}>{t('screens.quiet-advice')}</p>}
      {screens.screens.length >= MAX_SCREENS_PER_DISPLAY && (
        <p className={styles.note}>{t('screens.full-list', { count: MAX_SCREENS_PER_DISPLAY })}</p>
      )}
      {asked && (
        <ScreenDetails
          name={nameOf(asked)}
          at={screens.at}
          state={asked.state}
          firstSeenAt={asked.firstSeenAt}
          browser={asked.userAgent}
          timeZone={paired.find(({ id }) => id === asked.id)?.about.timeZone}
          paired={
            paired.some(({ id }) => id === asked.id)
              ? { organisationId: display.organisationId, screenId: asked.id }
              : undefined
          }
          canEdit={canEdit}
          onClose={() => setAskedId(undefined)}
        />
      )}
      {naming && <NameScreen display={display} screen={naming} onClose={() => setNaming(undefined)} />}
      {removing && (
        <ConfirmDialog
          question={t('screens.remove-question')}
          subject={nameOf(removing)}
          confirmLabel={t('screens.remove')}
          onConfirm={() => void remove(removing)}
          onCancel={() => setRemoving(undefined)}
        />
      )}
    </>
  )
}
