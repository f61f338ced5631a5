import type { CalendarLeftOut, CalendarTally, CalendarUnread } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { WarningIcon } from '../../../platform/ui/icons.tsx'
import styles from './feed-dialog.module.css'

const LEFT_OUT = {
  cancelled: 'feed.tally.cancelled',
  private: 'feed.tally.private',
  nameless: 'feed.tally.nameless',
  replaced: 'feed.tally.replaced',
} as const satisfies Record<CalendarLeftOut, string>

const UNREAD = {
  begin: 'feed.unread.begin',
  rule: 'feed.unread.rule',
  'too-often': 'feed.unread.too-often',
  dates: 'feed.unread.dates',
  zone: 'feed.unread.zone',
  end: 'feed.unread.end',
} as const satisfies Record<CalendarUnread, string>

/** HS28: accounts for each event of a calendar. The other numbers add up to the first one. */
export function FeedTally({ tally }: { tally: CalendarTally }) {
  const { t, number } = useI18n()
  const { events, ahead, over, later, leftOut, unread } = tally
  const counted = [
    { words: 'feed.tally.ahead', count: ahead },
    { words: 'feed.tally.over', count: over },
    { words: 'feed.tally.later', count: later },
    ...(Object.keys(LEFT_OUT) as CalendarLeftOut[]).map((why) => ({ words: LEFT_OUT[why], count: leftOut[why] ?? 0 })),
  ] as const
  const problems = (Object.keys(UNREAD) as CalendarUnread[]).map((why) => ({
    words: UNREAD[why],
    count: unread[why] ?? 0,
  }))
  const unreadCount = problems.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className={styles.tally} aria-label={t('feed.tally.label')}>
      <p className={styles.hint}>
        {[{ words: 'feed.tally.events', count: events } as const, ...counted.filter(({ count }) => count > 0)]
          .map(({ words, count }) => t(words, { events: number(count) }))
          .join(' · ')}
      </p>
      {unreadCount > 0 && (
        <div className={styles.unread}>
          <WarningIcon size={16} />
          <div>
            {t('feed.unread', { events: number(unreadCount) })}
            <ul>
              {problems
                .filter(({ count }) => count > 0)
                .map(({ words, count }) => (
                  <li key={words}>{t(words, { events: number(count) })}</li>
                ))}
            </ul>
          </div>
        </div>
      )}
    </section>
  )
}
