import { Button } from '@mantine/core'
import { MAX_TAKE_OVER_MINUTES, type OrganisationId, type TakeOver } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useDoing } from '../../../platform/form/use-doing.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ContentPicture } from './content-picture.tsx'
import { screenName } from './report.tsx'
import styles from './take-overs.module.css'
import { reportOf, useTakeOverCommands } from './use-take-overs.ts'
import { writeMinutes, writeTime } from './words.ts'

const MORE_MINUTES = [15, 60] as const
/** The most screens that are named among those that have not shown it; the report names all. */
const MOST_NAMED = 6

type Props = {
  organisationId: OrganisationId
  takeOver: TakeOver
  /** The server's current time. */
  now: number
  mayEnd: boolean
  onReport: () => void
}

/** TO3: a running take-over: a live count of the screens that show it, those that do not, and a button that ends it. */
export function Running({ organisationId, takeOver, now, mayEnd, onReport }: Props) {
  const { t, language, number } = useI18n()
  const { data } = useQuery(reportOf(organisationId, takeOver.id))
  const { end, prolong } = useTakeOverCommands(organisationId)
  const { run, isBusy } = useDoing()
  const { shown, of, drill, name, endsAt } = data?.takeOver.ending === null ? data.takeOver : takeOver
  const missing = (data?.screens ?? []).filter(({ shownAfterMs }) => shownAfterMs === null)
  const leftMinutes = Math.max(1, Math.ceil((endsAt - now) / 60_000))

  return (
    <article className={styles.running} data-drill={drill || undefined} aria-label={name}>
      <div className={styles.band}>
        <strong>{t(drill ? 'take-over.drill-runs' : 'take-over.runs')}</strong>
        <span>
          {t('take-over.until', { time: writeTime(endsAt, language), left: writeMinutes(leftMinutes, language) })}
        </span>
      </div>
      <div className={styles.inside}>
        <ContentPicture content={takeOver.content} organisationId={organisationId} />
        <div className={styles.said}>
          <h3 dir="auto">{name}</h3>
          <p className={styles.count} role="status">
            <strong>{number(shown)}</strong> {t('take-over.shown-of', { of: number(of), count: of })}
          </p>
          <progress
            className={styles.progress}
            value={shown}
            max={Math.max(1, of)}
            aria-label={t('take-over.shown-label')}
          />
          {missing.length > 0 && (
            <p className={styles.missing}>
              {t('take-over.missing')}{' '}
              <bdi>
                {missing
                  .slice(0, MOST_NAMED)
                  .map((screen) => screenName(screen, t))
                  .join(', ')}
              </bdi>
              {missing.length > MOST_NAMED && ` ${t('take-over.and-more', { count: of - shown - MOST_NAMED })}`}
            </p>
          )}
          <p className={styles.by}>
            {t('take-over.by')} <bdi>{takeOver.startedBy}</bdi>
          </p>
          <div className={styles.buttons}>
            {mayEnd && (
              <Button
                className={styles.go ?? ''}
                loading={isBusy}
                aria-label={t('take-over.end-of', { name })}
                onClick={() => run('end', () => end(takeOver))}
              >
                {t('take-over.end')}
              </Button>
            )}
            {mayEnd &&
              MORE_MINUTES.map((more) => (
                <Button
                  key={more}
                  variant="default"
                  disabled={isBusy || leftMinutes + more > MAX_TAKE_OVER_MINUTES}
                  onClick={() => run('prolong', () => prolong(takeOver, leftMinutes + more))}
                >
                  {t('take-over.more-time', { time: writeMinutes(more, language) })}
                </Button>
              ))}
            <Button variant="subtle" onClick={onReport}>
              {t('take-over.report')}
            </Button>
          </div>
        </div>
      </div>
    </article>
  )
}
