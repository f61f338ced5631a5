import type { OwnProposal } from '@placard/contract'
import { call } from '../../../platform/api/call.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dayInWords } from './days.ts'
import styles from './proposals.module.css'
import { TakeBack } from './take-back.tsx'

type Props = { token: string; own: readonly OwnProposal[]; onChanged: () => void }

/** The proposals that the user made with a link, and their results. Waiting proposals can be withdrawn. */
export function OwnList({ token, own, onChanged }: Props) {
  const { t, language } = useI18n()
  return (
    <ul className={styles.own}>
      {own.map((proposal) => {
        const { id, title, kind, state, lastDay, word } = proposal
        return (
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
            {state === 'waiting' && (
              <TakeBack
                proposal={proposal}
                take={() => call('takeBackSentProposal', { body: { token, proposalId: id } })}
                onDone={onChanged}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
