import { Button } from '@mantine/core'
import {
  type Alerts,
  type DisplayId,
  type Incident,
  MUTED_UNTIL_BACK,
  type MuteSpan,
  type OrganisationId,
  type Session,
} from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../../platform/api/call.ts'
import { useDoing } from '../../../platform/form/use-doing.ts'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { CheckIcon, ScreenIcon, WarningIcon } from '../../../platform/ui/icons.tsx'
import { duration, moment } from '../../../platform/ui/moments.ts'
import { useNotice } from '../../../platform/ui/notices.ts'
import { Section } from '../../../platform/ui/section.tsx'
import styles from './alerts.module.css'
import { putAlerts } from './alerts-query.ts'

type Place = {
  displays: Session['displays']
  /** Links to the screens of a display, on its page. */
  linkTo: (display: Session['displays'][number], words: string) => ReactNode
}

type NowProps = Place & { alerts: Alerts; organisationId: OrganisationId; canMute: boolean }

/** The open incidents of screens, each in a sentence with advice. */
export function WrongNow({ alerts, organisationId, canMute, ...place }: NowProps) {
  const { t } = useI18n()
  const { open, watched } = alerts
  if (open.length > 0) {
    return (
      <Section title={t('alerts.now')} count={open.length}>
        <ul className={styles.list}>
          {open.map((one) => (
            <Wrong
              key={one.id}
              incident={one}
              at={alerts.at}
              organisationId={organisationId}
              canMute={canMute}
              {...place}
            />
          ))}
        </ul>
      </Section>
    )
  }
  return (
    <Section title={t('alerts.now')}>
      {watched > 0 ? (
        <EmptyState icon={<CheckIcon />} title={t('alerts.none')} lead={t('alerts.none-lead', { count: watched })} />
      ) : (
        <EmptyState icon={<ScreenIcon />} title={t('alerts.unwatched')} lead={t('alerts.unwatched-lead')} />
      )}
    </Section>
  )
}

type WrongProps = Place & { incident: Incident; at: number; organisationId: OrganisationId; canMute: boolean }

function Wrong({ incident, at, organisationId, canMute, displays, linkTo }: WrongProps) {
  const { t, language } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const { run, doing } = useDoing<MuteSpan>({ tell: (words) => notice('error', words) })
  const { id, name, kind, beganAt, toldAt, mutedUntil } = incident
  const isMuted = mutedUntil !== null && at < mutedUntil
  const display = displays.find((one) => one.id === incident.displayId)

  const mute = (span: MuteSpan) =>
    run(span, async () => {
      const muted = await call('muteIncident', { params: { organisationId, incidentId: id }, body: { for: span } })
      putAlerts(client, organisationId, (before) => ({
        ...before,
        open: before.open.map((one) => (one.id === id ? muted : one)),
      }))
      notice('success', t('alerts.muted-now', { name }))
    })

  return (
    <li className={styles.wrong}>
      <span className={styles.sign} data-muted={isMuted || undefined}>
        <WarningIcon size={20} />
      </span>
      <div className={styles.what}>
        <strong>{t(`alerts.is.${kind}`, { ...namesOf(incident), time: moment(beganAt, at, language) })}</strong>
        <p className={styles.advice}>
          {kind === 'dark' || kind === 'silent' ? t(`screens.advice.${kind}`) : t(`alerts.advice.${kind}`)}
        </p>
        <p className={styles.facts}>
          <bdi>{display?.name ?? incident.displayId}</bdi>
          {' · '}
          {stateOf(incident, isMuted)}
        </p>
        <div className={styles.buttons}>
          {display && linkTo(display, t('alerts.show'))}
          {canMute && !isMuted && (
            <>
              <Button
                variant="default"
                size="sm"
                loading={doing === 'hour'}
                aria-label={t('alerts.mute-hour-of', { name })}
                onClick={() => mute('hour')}
              >
                {t('alerts.mute-hour')}
              </Button>
              <Button
                variant="default"
                size="sm"
                loading={doing === 'back'}
                aria-label={t('alerts.mute-back-of', { name })}
                onClick={() => mute('back')}
              >
                {t('alerts.mute-back')}
              </Button>
            </>
          )}
        </div>
      </div>
    </li>
  )

  function stateOf({ mutedUntil: until }: Incident, muted: boolean): string {
    if (muted && until === MUTED_UNTIL_BACK) return t('alerts.muted-back')
    if (muted && until !== null) return t('alerts.muted-until', { time: moment(until, at, language) })
    if (toldAt === null) return t('alerts.not-told')
    return t('alerts.told', { time: moment(toldAt, at, language) })
  }
}

/** The names in the sentence of an incident, each kept in its own direction. */
function namesOf({ name, versions }: Incident) {
  const apart = (text: string) => `\u2068${text}\u2069`
  return { name: apart(name), running: apart(versions?.running ?? ''), undone: apart(versions?.undone ?? '') }
}

type PastProps = { alerts: Alerts; displays: Session['displays'] }

/** The past incidents, each in a sentence. */
export function WrongBefore({ alerts, displays }: PastProps) {
  const { t, language } = useI18n()
  const { past, at } = alerts
  const nameOf = (id: DisplayId) => displays.find((one) => one.id === id)?.name ?? id
  return (
    <Section title={t('alerts.past')} {...(past.length > 0 ? { count: past.length } : {})}>
      {past.length === 0 && <p className={styles.quiet}>{t('alerts.past-none')}</p>}
      <ul className={styles.list}>
        {past.map((one) => (
          <li key={one.id} className={styles.was}>
            <span>
              {t(`alerts.was.${one.kind}`, {
                ...namesOf(one),
                duration: duration(Math.max(0, (one.closedAt ?? at) - one.beganAt), language),
              })}
            </span>
            <small>
              <bdi>{nameOf(one.displayId)}</bdi>
              {' · '}
              {moment(one.beganAt, at, language)}
            </small>
          </li>
        ))}
      </ul>
    </Section>
  )
}
