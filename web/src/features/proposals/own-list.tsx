import type { OwnProposal } from '@placard/contract'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { dayInWords } from './days.ts'
import styles from './proposals.module.css'

/** What somebody proposed, and what became of it. */
export function OwnList({ own }: { own: readonly OwnProposal[] }) {
  const { t, language } = useI18n()
  return (
    <ul className={styles.own}>
      {own.map(({ id, title, kind, state, lastDay, word }) => (
        <li key={id} data-state={state}>
          <strong>
            <bdi>{title}</bdi>
          </strong>
          <span className={styles.state} data-state={state}>
            {state === 'approved' && lastDay !== null
              ? t('propose.state.approved-until', { day: dayInWords(lastDay, language) })
              : t(`propose.state.${state}`)}
          </span>
          <span className={styles.note}>{t(`proposals.kind.${kind}`)}</span>
          {word !== '' && <p className={styles.word}>{t('propose.they-say', { word: `\u2068${word}\u2069` })}</p>}
        </li>
      ))}
    </ul>
  )
}
