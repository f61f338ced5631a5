import { localeOf, MACHINE_INCIDENT_KINDS, PAGES, type UiLanguage } from '@placard/contract'
import type { Translator } from '../../platform/language/translate.ts'
import { mailOf } from '../../platform/mail/letter.ts'
import type { WriteMail } from '../../platform/mail/mailer.ts'
import type { Listener } from './choice.store.ts'
import { isOfMachine } from './engine.ts'
import type { AboutScreens, AboutServer } from './message.ts'

type Told = AboutScreens['incidents'][number]

/** Screens listed in a mail. The page lists all of them. */
const MOST_NAMED = 20
/** Incidents in the link. They are in the fragment of the address, which is neither logged nor sent to the server. */
const MOST_IN_LINK = 50
const HOUR_MS = 60 * 60_000

/** @param publicUrl beginning of the links */
export function alertMail(to: Pick<Listener, 'email' | 'key'>, message: AboutScreens, publicUrl: string): WriteMail {
  // Grouped, so that the reader goes to each place once.
  const incidents = byPlace(message.incidents)
  const ids = incidents.slice(0, MOST_IN_LINK).map(({ id }) => id)
  const quiet = `${publicUrl}${PAGES.quietAlerts}#key=${to.key}&incidents=${ids.join('.')}`
  const displays = new Set(incidents.map(({ displayId }) => displayId))
  const [first] = incidents
  const page =
    displays.size === 1 && first
      ? `${PAGES.dashboard}?display=${encodeURIComponent(first.displayId)}#screens-heading`
      : PAGES.alerts
  const url = publicUrl + page
  return mailOf(
    to.email,
    (t, language) => {
      const lines = incidents.slice(0, MOST_NAMED).map((one) => lineOf(one, message.what, t, language))
      const more = incidents.length - lines.length
      const kinds = message.what === 'back' ? [] : [...new Set(incidents.map(({ kind }) => kind))]
      return {
        subject: subjectOf(message, t, language),
        before: [
          t('mail.hello'),
          ...lines,
          ...(more > 0 ? [t('mail.alert.more', { count: more })] : []),
          ...(message.suspectsServer ? [t('mail.alert.suspects')] : []),
          ...kinds.map((kind) => t(`mail.alert.try.${kind}`)),
        ],
        link: { url, words: t('mail.alert.open') },
        after: [t('mail.alert.why')],
        last: { url: quiet, words: t('mail.alert.quiet') },
      }
    },
    {
      'List-Unsubscribe': `<${publicUrl}/api/alerts/unsubscribe/${to.key}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  )
}

function subjectOf({ what, incidents, suspectsServer }: AboutScreens, t: Translator, language: UiLanguage): string {
  const [one] = incidents
  const count = incidents.length
  const place = placeOf(incidents)
  if (one && count === 1 && !suspectsServer) {
    const { name, kind } = one
    const machine = MACHINE_INCIDENT_KINDS.find((of) => of === kind)
    if (machine) {
      return what === 'back'
        ? t('mail.alert.over-one', { name, time: awayOf(one, language) })
        : t(`mail.alert.${machine}-one`, { name })
    }
    if (what === 'back') return t('mail.alert.back-one', { name, time: awayOf(one, language) })
    if (what === 'unsteady') return t('mail.alert.unsteady-one', { name })
    const of = kind === 'dark' ? 'dark' : 'silent'
    return t(what === 'reminder' ? `mail.alert.${of}-one-still` : `mail.alert.${of}-one`, { name })
  }
  if (one && isOfMachine(one)) return t(what === 'back' ? 'mail.alert.over' : 'mail.alert.machines', { count })
  const about = what === 'back' ? 'back' : suspectsServer ? 'server' : what === 'unsteady' ? 'unsteady' : undefined
  if (about) {
    return place === undefined ? t(`mail.alert.${about}`, { count }) : t(`mail.alert.${about}-at`, { count, place })
  }
  const time = timeOf(firstOf(incidents), language)
  const still = what === 'reminder' ? '-still' : ''
  return place === undefined
    ? t(`mail.alert.many${still}`, { count, time })
    : t(`mail.alert.many-at${still}`, { count, place, time })
}

function lineOf(one: Told, what: AboutScreens['what'], t: Translator, language: UiLanguage): string {
  const { name, kind, displayName: display, place, versions } = one
  const where = place === '' ? display : t('mail.alert.where', { display, place })
  const moment = momentOf(one.beganAt, one.timeZone, language)
  if (what === 'back') {
    return kind === 'unsteady'
      ? t('mail.alert.line.steady', { name, where })
      : t(isOfMachine(one) ? 'mail.alert.line.over' : 'mail.alert.line.back', {
          name,
          where,
          time: awayOf(one, language),
          moment,
        })
  }
  return kind === 'unsteady'
    ? t('mail.alert.line.unsteady', { name, where })
    : t(`mail.alert.line.${kind}`, {
        ...{ name, where, moment },
        running: versions?.running ?? '',
        undone: versions?.undone ?? '',
      })
}

/** @param to the operator */
export function serverMail(to: string, { trouble, detail }: AboutServer): WriteMail {
  return mailOf(to, (t) => {
    const count = Number(detail)
    const [subject, body] = {
      disk: () => [t('mail.server.disk.subject'), t('mail.server.disk.body')] as const,
      backup: () => [t('mail.server.backup.subject'), `${t('mail.server.backup.body')} ${detail}`.trim()] as const,
      certificate: () =>
        [t('mail.server.certificate.subject', { count }), t('mail.server.certificate.body', { count })] as const,
    }[trouble]()
    return { subject, before: [t('mail.hello'), body], after: [t('mail.server.why')] }
  })
}

/** The place of the screens if it is the same for all; otherwise their display, if it is the same for all. */
function placeOf(incidents: readonly Told[]): string | undefined {
  const only = (names: readonly string[]) => (new Set(names).size === 1 ? names[0] : undefined)
  return only(incidents.map(({ place }) => place)) || only(incidents.map(({ displayName }) => displayName))
}

/** Groups the incidents by place, in the order of the first of each. Those without a place come last. */
function byPlace(incidents: readonly Told[]): Told[] {
  const groups = Map.groupBy(incidents, ({ place }) => place)
  const without = groups.get('') ?? []
  groups.delete('')
  return [...groups.values(), without].flat()
}

function firstOf(incidents: readonly Told[]): Told | undefined {
  return [...incidents].sort((one, other) => one.beganAt - other.beganAt)[0]
}

function timeOf(one: Told | undefined, language: UiLanguage): string {
  if (!one) return ''
  const { timeZone } = one
  return new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short', timeZone }).format(one.beganAt)
}

function momentOf(at: number, timeZone: string, language: UiLanguage): string {
  const parts = { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  return new Intl.DateTimeFormat(localeOf(language), { ...parts, timeZone }).format(at)
}

/** "14 minutes"; from two hours on "3 hours". */
function awayOf({ beganAt, closedAt }: Told, language: UiLanguage): string {
  const ms = Math.max(0, (closedAt ?? beganAt) - beganAt)
  const [unit, of] = ms < 2 * HOUR_MS ? (['minute', 60_000] as const) : (['hour', HOUR_MS] as const)
  const count = Math.max(1, Math.round(ms / of))
  return new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
