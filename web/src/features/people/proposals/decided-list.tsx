import type { Proposal } from '@placard/contract'
import { dateAndTime } from '../../../platform/ui/date-and-time.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './proposals.module.css'

/** The proposals that were decided in the last 30 days. */
export function DecidedList({ proposals }: { proposals: readonly Proposal[] }) {
  const { t, language } = useI18n()
  const apart = (text: string) => `\u2068${text}\u2069`
  return (
    <ul className={styles.own}>
      {proposals.map((proposal) => {
        const { id, title, state, decidedAt, decidedBy, isChanged, name, isMember, word } = proposal
        const how = state === 'refused' ? 'refused' : isChanged ? 'changed' : 'approved'
        const when = dateAndTime(decidedAt ?? 0, language)
        return (
          <li key={id}>
            <strong>
              <bdi>{title}</bdi>
            </strong>
            <span className={styles.state} data-state={state}>
              {t(`proposals.was-${how}`, { when, who: apart(decidedBy) })}
            </span>
            <span className={styles.note}>
              {t(isMember ? 'proposals.member' : 'proposals.says', { name: apart(name) })}
            </span>
            {word !== '' && (
              <p className={styles.word} dir="auto">
                {word}
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}
