import type { OrganisationId, TakeOverId, TakeOverReport } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { codeOf } from '../../../platform/api/api-error.ts'
import { dateAndTime } from '../../../platform/ui/date-and-time.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './take-overs.module.css'
import { reportOf } from './use-take-overs.ts'
import { writeSeconds } from './words.ts'

type Screen = TakeOverReport['screens'][number]

/** “Reception left”, or the name of its display if the screen has none. */
export function screenName({ name, display }: Screen, t: ReturnType<typeof useI18n>['t']): string {
  return name === '' ? t('take-over.screen-of', { display }) : `${name} · ${display}`
}

type Props = { organisationId: OrganisationId; id: TakeOverId; onClose: () => void }

/** TO3: the report: the number of screens that showed the take-over, how soon, and the screens that did not. */
export default function Report({ organisationId, id, onClose }: Props) {
  const { t, language, number } = useI18n()
  const { data, error } = useQuery(reportOf(organisationId, id))
  return (
    <Dialog title={t('take-over.report')} size="large" onClose={onClose}>
      {error && !data && <ErrorBox message={t(`error.${codeOf(error)}`)} />}
      {data && (
        <div className={styles.report}>
          <p className={styles.reported}>
            <strong dir="auto">{data.takeOver.name}</strong>
            {data.takeOver.drill && <span className={styles.badge}>{t('take-over.drill')}</span>}
          </p>
          <p className={styles.hint}>
            {dateAndTime(data.takeOver.startedAt, language)} – {dateAndTime(data.takeOver.endsAt, language)}
            {' · '}
            <bdi>{data.takeOver.startedBy}</bdi>
          </p>
          <dl className={styles.figures}>
            <div>
              <dt>{t('take-over.figure.shown')}</dt>
              <dd>
                {number(data.takeOver.shown)} / {number(data.takeOver.of)}
              </dd>
            </div>
            <div>
              <dt>{t('take-over.figure.half')}</dt>
              <dd>{data.p50Ms === null ? '–' : writeSeconds(data.p50Ms, language)}</dd>
            </div>
            <div>
              <dt>{t('take-over.figure.most')}</dt>
              <dd>{data.p99Ms === null ? '–' : writeSeconds(data.p99Ms, language)}</dd>
            </div>
          </dl>
          {data.screens.length === 0 && <p className={styles.hint}>{t('take-over.no-screens')}</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <ul className={styles.screens} tabIndex={0} aria-label={t('take-over.screens')}>
            {data.screens.map((screen) => (
              <li
                key={`${screen.displayId}/${screen.screenId}`}
                data-missing={screen.shownAfterMs === null || undefined}
              >
                <bdi>{screenName(screen, t)}</bdi>
                <span>
                  {screen.shownAfterMs === null
                    ? t(screen.online ? 'take-over.not-shown' : 'take-over.not-heard')
                    : writeSeconds(screen.shownAfterMs, language)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  )
}
