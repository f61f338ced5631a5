import type { FilmFormat, ScreenState } from '@placard/contract'
import type { ReactNode } from 'react'
import { deviceName } from '../../../platform/api/screens/device-name.ts'
import { writeBytes } from '../../../platform/ui/bytes.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import facts from '../../../platform/ui/facts.module.css'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { duration, moment } from '../../../platform/ui/moments.ts'
import { MachinePart } from '../machine/machine-part.tsx'
import type { MachineOf } from '../machine/use-machine.ts'
import { FilmsAtOnce } from './films-at-once.tsx'
import styles from './screen-details.module.css'

const MB = 2 ** 20
/** A clock that is off by less than this counts as right. */
const RIGHT_MS = 1_500

type Props = {
  name: string
  /** The server's time of the answer. */
  at: number
  /** The last state that the screen reported; undefined: none yet. */
  state: ScreenState | undefined
  firstSeenAt: number | undefined
  /** The user agent. */
  browser: string | undefined
  /** IANA name; empty: not reported. */
  timeZone: string | undefined
  /** Its organisation and id if it is paired; undefined: it is not. */
  paired: MachineOf | undefined
  canEdit: boolean
  onClose: () => void
}

/** [SH3] The properties and abilities of a screen, as far as its browser reports them. */
export default function ScreenDetails({
  name,
  at,
  state,
  firstSeenAt,
  browser = '',
  timeZone,
  paired,
  canEdit,
  onClose,
}: Props) {
  const { t, language } = useI18n()
  const device = state?.device
  const room = device?.storageMb
  const said = deviceName(browser)
  return (
    <Dialog title={name} onClose={onClose} size={paired ? 'wide' : 'medium'}>
      {paired && <MachinePart of={paired} name={name} canEdit={canEdit} />}
      {!state && <p className={styles.lead}>{t('screen-details.nothing')}</p>}
      <dl className={`${facts.facts} ${styles.facts}`}>
        {state && (
          <Fact name={t('screen-details.picture')}>
            <bdi dir="ltr">{pixelsOf(state)}</bdi>
            {state.rotation !== 0 && <>, {t('screen-details.turned', { degrees: `${state.rotation}°` })}</>}
          </Fact>
        )}
        {state?.canPlay && (
          <Fact name={t('screen-details.films')}>
            {state.canPlay.length > 0 ? (
              <bdi dir="ltr">{filmsOf(state.canPlay).join(' · ')}</bdi>
            ) : (
              t('screen-details.no-films')
            )}
            {state.soundBlocked && <Small>{t('screen-details.no-sound')}</Small>}
          </Fact>
        )}
        {(paired || browser !== '') && (
          <Fact name={t('screen-details.films-at-once')}>
            <FilmsAtOnce paired={paired} browser={browser} canEdit={canEdit} />
          </Fact>
        )}
        {state && (
          <Fact name={t('screen-details.storage')}>
            {room
              ? t('screen-details.room', {
                  left: writeBytes(Math.max(0, room.of - room.used) * MB, language),
                  used: writeBytes(room.used * MB, language),
                })
              : t('screen-details.unsaid')}
            {device?.isPersistent !== undefined && (
              <Small>{t(device.isPersistent ? 'screen-details.kept' : 'screen-details.may-be-cleared')}</Small>
            )}
            <Small>{t('screen-details.files', { kept: state.files.kept, of: state.files.of })}</Small>
          </Fact>
        )}
        {state && (device?.memoryGb !== undefined || state.memoryMb !== null) && (
          <Fact name={t('screen-details.memory')}>
            {device?.memoryGb !== undefined && writeBytes(device.memoryGb * 1_024 * MB, language)}
            {state.memoryMb !== null && (
              <Small>{t('screen-details.page-memory', { size: writeBytes(state.memoryMb * 1e6, language) })}</Small>
            )}
          </Fact>
        )}
        {state && (
          <Fact name={t('screen-details.player')}>
            {t('screen-details.up', { duration: duration(state.upSeconds * 1_000, language) })}
            {state.build && <Small>{t('screen-details.build', { build: `\u2068${state.build}\u2069` })}</Small>}
          </Fact>
        )}
        {browser !== '' && (
          <Fact name={t('screen-details.browser')}>
            {said}
            <Small>
              <bdi dir="ltr">{browser}</bdi>
            </Small>
          </Fact>
        )}
        {(timeZone || (state && state.clockAheadMs !== null)) && (
          <Fact name={t('screen-details.clock')}>
            {state && state.clockAheadMs !== null && <ClockError aheadMs={state.clockAheadMs} />}
            {timeZone && (
              <Small>
                <bdi dir="ltr">{timeZone}</bdi>
              </Small>
            )}
          </Fact>
        )}
        {firstSeenAt !== undefined && (
          <Fact name={t('screen-details.first-seen')}>{moment(firstSeenAt, at, language)}</Fact>
        )}
      </dl>
    </Dialog>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

const Small = ({ children }: { children: ReactNode }) => <span className={styles.small}>{children}</span>

/** @param aheadMs how far the server's clock is ahead of the screen's, in milliseconds */
function ClockError({ aheadMs }: { aheadMs: number }) {
  const { t, language } = useI18n()
  if (Math.abs(aheadMs) < RIGHT_MS) return t('screen-details.clock-right')
  const by = { duration: duration(Math.abs(aheadMs), language) }
  return t(aheadMs > 0 ? 'screen-details.clock-slow' : 'screen-details.clock-fast', by)
}

/** The panel's pixels: with browser zoom, the page measures fewer. */
function pixelsOf({ viewport: { width, height }, device }: ScreenState): string {
  const ratio = device?.pixelRatio ?? 1
  return `${Math.round(width * ratio)} × ${Math.round(height * ratio)}`
}

/** Technical names, the same in every language. A format is left out if a listed larger one includes it. */
const FILM_NAMES: Record<FilmFormat, { name: string; within: readonly FilmFormat[] }> = {
  h264: { name: 'H.264 1080p30', within: ['h264-60', 'h264-4k', 'h264-4k-60'] },
  'h264-60': { name: 'H.264 1080p60', within: ['h264-4k-60'] },
  'h264-4k': { name: 'H.264 2160p30', within: ['h264-4k-60'] },
  'h264-4k-60': { name: 'H.264 2160p60', within: [] },
  hevc: { name: 'H.265 1080p', within: ['hevc-10', 'hevc-4k', 'hevc-10-4k'] },
  'hevc-10': { name: 'H.265 10 bit 1080p', within: ['hevc-10-4k'] },
  'hevc-4k': { name: 'H.265 2160p', within: ['hevc-10-4k'] },
  'hevc-10-4k': { name: 'H.265 10 bit 2160p', within: [] },
}

function filmsOf(formats: readonly FilmFormat[]): string[] {
  return formats
    .filter((format) => !FILM_NAMES[format].within.some((larger) => formats.includes(larger)))
    .map((format) => FILM_NAMES[format].name)
}
