import { Button } from '@mantine/core'
import { type Proposal, thumbnailUrlOf } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { NoticeIcon } from '../../../platform/ui/icons.tsx'
import NoticePicture from '../../content/items/notice-picture.tsx'
import { dayInWords } from './days.ts'
import styles from './proposals.module.css'

/** The waiting proposals, each with a thumbnail and the stated name of the proposer. */
export function WaitingList({
  proposals,
  onLook,
}: {
  proposals: readonly Proposal[]
  /** Omitted: there is nothing to decide. */
  onLook: (proposal: Proposal) => void
}) {
  const { t } = useI18n()
  return (
    <ul className={styles.list}>
      {proposals.map((proposal) => (
        <li key={proposal.id} className={styles.card}>
          <InSmall proposal={proposal} />
          <div className={styles.about}>
            <strong>
              <bdi>{proposal.title}</bdi>
            </strong>
            <Facts proposal={proposal} />
            <div className={styles.buttons}>
              <Button
                size="sm"
                aria-label={t('proposals.look-at', { title: proposal.title })}
                onClick={() => onLook(proposal)}
              >
                {t('proposals.look')}
              </Button>
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

function InSmall({ proposal: { content } }: { proposal: Proposal }) {
  const small = thumbnailUrlOf(content.url)
  return (
    <div className={styles.small}>
      {content.kind === 'notice' ? (
        <NoticePicture notice={content.notice} url={content.url} />
      ) : small ? (
        <img src={small} alt="" loading="lazy" />
      ) : (
        <NoticeIcon />
      )}
    </div>
  )
}

/** The proposer, the programme and the last day of a proposal. A stated name is never shown as verified. */
export function Facts({ proposal }: { proposal: Proposal }) {
  const { t, language } = useI18n()
  const { name, isMember, programmeName, lastDay, linkName, email, kind, pages } = proposal
  const apart = (text: string) => `\u2068${text}\u2069`
  return (
    <ul className={styles.facts}>
      <li>{t(isMember ? 'proposals.member' : 'proposals.says', { name: apart(name) })}</li>
      <li>{t('proposals.for', { name: apart(programmeName) })}</li>
      <li>
        {lastDay === null ? t('proposals.open-end') : t('proposals.until', { day: dayInWords(lastDay, language) })}
      </li>
      {kind === 'deck' && pages.length > 0 && <li>{t('proposals.pages', { count: pages.length })}</li>}
      {linkName !== '' && <li>{t('proposals.by-link', { name: apart(linkName) })}</li>}
      {email !== null && !isMember && <li>{t('proposals.answers-to', { email: apart(email) })}</li>}
    </ul>
  )
}
