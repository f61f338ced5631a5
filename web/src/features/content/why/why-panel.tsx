import { Button } from '@mantine/core'
import {
  type Condition,
  type Item,
  itemIdOfEntry,
  PAGES,
  type ProgrammeKey,
  readItemUrl,
  type Screens,
} from '@placard/contract'
import type { Explanation } from '@placard/playback'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { shortId } from '../../../platform/api/screens/device-name.ts'
import { Dialog, DialogActions } from '../../../platform/ui/dialog.tsx'
import facts from '../../../platform/ui/facts.module.css'
import { focusWhenDrawn } from '../../../platform/ui/focus-when-drawn.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ConditionSaid } from '../conditions/in-words.ts'
import { nearMoment, scheduleInWords } from '../schedules/sentence.ts'
import { MissingValues } from '../values/late-missing-values.ts'
import { type Asked, explained } from './explained.ts'
import { heardScreens } from './heard-screens.ts'
import type { Kind } from './kinds.ts'
import { FilmNote } from './late-film-note.ts'
import { shortTime, useTimeTo } from './seconds.ts'
import { nameOf, useSetting } from './use-setting.ts'
import styles from './why-panel.module.css'
import { WhyZones } from './why-panel-zones.tsx'
import { type Setting, stateInFull } from './words.ts'

export type WhyPage = {
  programmeKey: ProgrammeKey
  /** The screens of a display, as far as known. */
  screens: Screens | undefined
  canEdit: boolean
  /** Shows the tab with the items, if the page shows one tab at a time. */
  onPictures: () => void
  /** The same for the screens. */
  onScreens: () => void
  onLoopHealth: () => void
  onClose: () => void
}

/** The reason something is on or off: in a sentence, with the facts, and with one button that does something about it. */
export default function WhyPanel({ kind, id, ...page }: WhyPage & Asked) {
  const { t } = useI18n()
  const { programmeKey, screens, onClose } = page
  const why = useSyncExternalStore(explained.onChange, () => explained.of(kind, id))
  const setting = useSetting(programmeKey, id)
  const { thing, by } = setting
  if (!why || !thing) return null
  const { onScreens } = why
  const unmet = unmetIn(why, setting)
  const asleepUntil = screens?.asleepUntil ?? null
  return (
    <Dialog title={t('why.title')} onClose={onClose}>
      <p className={styles.subject} dir="auto">
        {nameOf(thing)}
      </p>
      <div className={styles.sentence}>
        {why.reason === 'unmet' && unmet ? (
          <ConditionSaid programmeKey={programmeKey} condition={unmet} as="why" />
        ) : why.reason === 'unplayable' && thing.shown?.isOff ? (
          <MissingValues programmeKey={programmeKey} shown={thing.shown} />
        ) : (
          <Sentence why={why} setting={setting} item={'url' in thing ? thing : undefined} />
        )}
      </div>
      {setting.programme && <WhyZones programme={setting.programme} thing={thing} />}
      {asleepUntil !== null && (why.reason === 'on' || why.reason === 'in-loop') && (
        <p className={styles.trouble}>
          {t('why.asleep', {
            time: nearMoment(setting.clock.local(asleepUntil), setting.clock.localNow, setting.reader),
          })}
        </p>
      )}
      {onScreens && (
        <p className={styles.trouble}>
          {t(`why.full.${onScreens.trouble}`, { few: onScreens.count, count: onScreens.of })}
        </p>
      )}
      {'url' in thing && (
        <div className={styles.films}>
          <FilmNote
            programmeKey={programmeKey}
            film={thing.film}
            sounds={thing.sound === true}
            brought={setting.playlist?.items}
            named
          />
        </div>
      )}
      <dl className={`${facts.facts} ${styles.facts}`}>
        <dt>{t('why.fact.schedule')}</dt>
        <dd>{scheduleInWords(thing.schedule, setting.clock.today, setting.reader)}</dd>
        {thing.condition && (
          <>
            <dt>{t('why.fact.condition')}</dt>
            <dd>
              <ConditionSaid programmeKey={programmeKey} condition={thing.condition} as="now" />
            </dd>
          </>
        )}
        {by && (
          <>
            <dt>{t('items.type.playlist')}</dt>
            <dd>
              <bdi>{by.title}</bdi>: {scheduleInWords(by.schedule, setting.clock.today, setting.reader)}
              {by.condition && (
                <>
                  . <ConditionSaid programmeKey={programmeKey} condition={by.condition} as="now" />
                </>
              )}
            </dd>
          </>
        )}
        <Next why={why} setting={setting} />
        {onScreens && screens && (
          <>
            <dt>{t('screens.heading')}</dt>
            <dd>{troubledNames(screens, onScreens.trouble, thing.id, t).join(', ')}</dd>
          </>
        )}
      </dl>
      {'displayId' in programmeKey && 'url' in thing && thing.type !== 'playlist' && (
        <Link
          to={`${PAGES.plays}?display=${programmeKey.displayId}&item=${id}`}
          className={styles.shown}
          onClick={onClose}
        >
          {t('plays.open')}
        </Link>
      )}
      <DialogActions>
        <Mend why={why} kind={kind} id={id} by={by} setting={setting} {...page} />
      </DialogActions>
    </Dialog>
  )
}

/** The condition that keeps it off: its own, that of its inclusion, or that of something in the playlist that it includes. */
function unmetIn(why: Explanation, { thing, by, playlist }: ReturnType<typeof useSetting>): Condition | undefined {
  if (why.reason !== 'unmet') return undefined
  if (why.by === 'itself') return thing?.condition
  if (why.by === 'inclusion') return by?.condition
  return [...(playlist?.items ?? []), ...(playlist?.lines ?? [])].flatMap(({ condition }) => condition ?? [])[0]
}

type SentenceProps = { why: Explanation; setting: Setting; item: Item | undefined }

/** Counts down together with the cards. */
function Sentence({ why, setting, item }: SentenceProps) {
  const { t, language } = useI18n()
  const address = item && readItemUrl(item.type, item.url)
  const unplayable = t(`unplayable.${!address || address.playable ? 'unknown' : address.problem}`)
  const words = (now: number) =>
    stateInFull(why, setting, { unplayable, timeTo: (at) => shortTime(Math.max(0, at - now), language) })
  // Counts down to a time that never comes; the difference is the current time.
  return useTimeTo(Number.MAX_SAFE_INTEGER, (ms) => words(Number.MAX_SAFE_INTEGER - ms))
}

/** The time at which it is on again, if the sentence does not say it. */
function Next({ why, setting: { clock, reader } }: { why: Explanation; setting: Setting }) {
  const { t } = reader
  const at = why.reason === 'off' ? why.startsAt : why.reason === 'aside' ? why.until : undefined
  if (at === undefined || at === Number.POSITIVE_INFINITY) return null
  return (
    <>
      <dt>{t('why.fact.next')}</dt>
      <dd>{nearMoment(clock.local(at), clock.localNow, reader)}</dd>
    </>
  )
}

function troubledNames(
  screens: Screens,
  trouble: 'broken' | 'no-room',
  id: string,
  t: Setting['reader']['t'],
): string[] {
  return heardScreens(screens)
    .filter(({ broken, full }) => (trouble === 'broken' ? broken.some((one) => one === id) : full))
    .map(({ screen }) => {
      const name = screen.name || t('screens.unnamed', { id: shortId(screen.id) })
      const fault = screen.state.broken.find(({ itemId }) => itemIdOfEntry(itemId) === id)?.fault
      return fault ? t('why.fact.fault', { name, fault: t(`why.fault.${fault}`) }) : name
    })
}

type MendProps = Omit<WhyPage, 'screens'> & {
  why: Explanation
  kind: Kind
  id: string
  by: Item | undefined
  setting: Setting
}

/** The single action for it. None for users who may only view. */
function Mend({ why, kind, id, by, setting, canEdit, onPictures, onScreens, onLoopHealth, onClose }: MendProps) {
  const { t } = useI18n()
  /** A button for an action, if it is available on this page. */
  const press = (label: string, act: (() => void) | undefined) =>
    act && (
      <Button
        data-autofocus
        onClick={() => {
          onClose()
          // The dialog returns the focus first.
          setTimeout(act, 0)
        }}
      >
        {label}
      </Button>
    )
  const schedule = (of: Kind, which: string, title: string | undefined) => {
    const act = explained.mendsOf(of, which)?.schedule
    const label = title === undefined ? t('why.mend.schedule') : t('why.mend.schedule-of', { title })
    return press(label, act && (() => inSight(of, act)))
  }
  const inSight = (of: Kind, act: () => void) => {
    if (of === 'item') onPictures()
    act()
  }
  const openPlaylist = (item: Item | undefined) =>
    item && (
      <Button component={Link} to={item.url} onClick={onClose} data-autofocus>
        {t('playlists.open')}
      </Button>
    )
  const toInclusion =
    by &&
    press(t('why.mend.go-to', { title: by.title }), () => {
      onPictures()
      focusWhenDrawn('item', by.id)
    })
  // It is edited in its own place, whatever is wrong with it there.
  const own = explained.mendsOf(kind, id)
  if (!canEdit) return null
  if (why.onScreens) return press(t('why.mend.screens'), onScreens)
  if (why.reason === 'in-loop' || why.reason === 'on') {
    return kind === 'item' && !setting.isPlaylist ? press(t('why.mend.loop'), onLoopHealth) : null
  }
  switch (why.reason) {
    case 'hidden':
      return why.by === 'itself' ? press(t('why.mend.show'), own?.show) : toInclusion
    case 'unplayable':
      return press(t(setting.thing?.shown?.isOff ? 'why.mend.words' : 'why.mend.address'), own?.edit)
    case 'off':
    case 'unmet':
    case 'over':
      if (why.by === 'contents') return openPlaylist(itemOf(setting))
      return why.by === 'inclusion' && by
        ? schedule('item', by.id, by.title)
        : own
          ? schedule(kind, id, undefined)
          : openPlaylist(by)
    case 'never':
      return own ? schedule(kind, id, undefined) : openPlaylist(by)
    case 'aside': {
      const { from } = why.alone
      // Items wait for items and lines for lines. An inclusion that is alone is an item.
      const isHere = explained.mendsOf(kind, why.alone.id) !== undefined
      return from === undefined
        ? schedule(isHere ? kind : 'item', why.alone.id, setting.nameOf(why.alone))
        : openPlaylist(setting.itemWith(from))
    }
    case 'covered':
      return (
        <Button component={Link} to={PAGES.takeOver} onClick={onClose} data-autofocus>
          {t('nav.take-over')}
        </Button>
      )
    case 'empty':
      return openPlaylist(itemOf(setting))
    case 'no-weather':
      return undefined
  }
}

const itemOf = ({ thing }: Setting) => (thing && 'url' in thing ? thing : undefined)
