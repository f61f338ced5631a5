import type { ActivityEntry, ActivityPage } from '@placard/contract'
import type { ReactNode } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { LIST_DRAWN_WHOLE, LongList } from '../../../platform/ui/long-list.tsx'
import styles from './activity-dialog.module.css'
import { activityEntry } from './activity-row.tsx'
import { byDay, dayOf, recentDay } from './days.ts'
import { sentenceOf } from './words.ts'

/** Approximate height of a row. */
const ROW_PX = 64

type Props = {
  entries: ActivityEntry[]
  names: ActivityPage['names']
  /** The row of an entry. */
  children: (entry: ActivityEntry) => ReactNode
}

/** The entries of a log, under the name of each day. */
export function ActivityDays({ entries, names, children }: Props) {
  const i18n = useI18n()
  return byDay(entries).map((day) => (
    <section key={day.key} className={styles.day} aria-labelledby={`day-${day.key}`}>
      <h3 id={`day-${day.key}`} className={styles.date}>
        <DayName at={day.at} />
      </h3>
      <LongList
        as="ol"
        of={day.entries}
        usualPx={ROW_PX}
        isLong={entries.length > LIST_DRAWN_WHOLE}
        words={(entry) => sentenceOf(entry, i18n, names)}
        entry={activityEntry}
      >
        {children}
      </LongList>
    </section>
  ))
}

function DayName({ at }: { at: number }) {
  const { t, language } = useI18n()
  switch (recentDay(at, Date.now())) {
    case 0:
      return t('activity.today')
    case 1:
      return t('activity.yesterday')
    default:
      return dayOf(at, language)
  }
}
