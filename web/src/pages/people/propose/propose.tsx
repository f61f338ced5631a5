import { Button, Skeleton } from '@mantine/core'
import type { ProposalOffer } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { OwnList } from '../../../features/people/proposals/own-list.tsx'
import { ProposeForm } from '../../../features/people/proposals/propose-form.tsx'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { tokenIn } from '../../../platform/api/link-token.ts'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { LanguageChoice } from '../../../platform/ui/language-choice.tsx'
import { usePageTitle } from '../../../platform/ui/page-title.ts'
import { Section } from '../../../platform/ui/section.tsx'
import { BrandLink } from '../../../shell/brand-link.tsx'
import page from '../../../shell/page-title.module.css'
import styles from './propose.module.css'

/** The link stays in the address, so that the user can open it again on the same device to see the result. */
function onHashChange(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** [CL1] Opened with a link or its code, by a user without an account. */
export default function Propose() {
  const { t } = useI18n()
  const token = useSyncExternalStore(onHashChange, () => tokenIn(window.location.hash))
  usePageTitle(t('propose.title'))
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <BrandLink />
        <LanguageChoice />
      </header>
      <main className={styles.main}>
        {token === undefined ? (
          <>
            <h1 className={page.title}>{t('propose.title')}</h1>
            <ErrorBox message={t('propose.no-link')} />
          </>
        ) : (
          <Opened key={token} token={token} />
        )}
      </main>
    </div>
  )
}

const ASKED_EVERY_MS = 30_000

function Opened({ token }: { token: string }) {
  const { t } = useI18n()
  const { data, error, refetch } = useQuery({
    queryKey: ['propose', token],
    queryFn: ({ signal }) => call('readProposalLink', { body: { token }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ASKED_EVERY_MS,
  })
  if (data) return <Offer token={token} offer={data} onChanged={() => void refetch()} />
  if (!error) return <Skeleton height="20rem" radius="md" />
  return (
    <>
      <h1 className={page.title}>{t('propose.title')}</h1>
      <ErrorBox message={t(`error.${codeOf(error)}`)} />
      {codeOf(error) !== 'proposal-link-not-valid' && (
        <Button variant="default" onClick={() => void refetch()}>
          {t('action.retry')}
        </Button>
      )}
    </>
  )
}

type OfferProps = { token: string; offer: ProposalOffer; onChanged: () => void }

function Offer({ token, offer: { link, own }, onChanged }: OfferProps) {
  const { t } = useI18n()
  const [isSent, setSent] = useState(false)
  const [count, setCount] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  // The form is replaced after each proposal. The link it was opened with stays while the user writes.
  const begun = useRef(link)
  begun.current ??= link

  useEffect(() => {
    if (isSent) heading.current?.focus()
  }, [isSent])

  const list = own.length > 0 && (
    <Section title={t('propose.own')}>
      <OwnList token={token} own={own} onChanged={onChanged} />
    </Section>
  )

  if (isSent) {
    return (
      <>
        <h1 ref={heading} tabIndex={-1} className={page.title}>
          {t('propose.sent')}
        </h1>
        <p className={styles.lead} role="status">
          {t('propose.sent-lead')}
        </p>
        {list}
        <Button
          variant="default"
          size="md"
          className={styles.another ?? ''}
          onClick={() => {
            setSent(false)
            setCount(count + 1)
          }}
        >
          {t('propose.another')}
        </Button>
      </>
    )
  }
  if (!link) {
    return (
      <>
        <h1 className={page.title}>{t('propose.over')}</h1>
        <p className={styles.lead}>{t('error.proposal-link-not-valid')}</p>
        {list}
      </>
    )
  }
  const { organisationId, organisation, programmeName, kinds, around } = begun.current ?? link
  return (
    <>
      <div>
        <h1 className={page.title}>{t('propose.title')}</h1>
        <p className={styles.lead}>
          {t('propose.lead', { name: `\u2068${programmeName}\u2069`, organisation: `\u2068${organisation}\u2069` })}
        </p>
      </div>
      {link.left === 0 ? (
        <p role="status">{t('propose.full')}</p>
      ) : (
        <section className={styles.card} aria-label={t('propose.title')}>
          <ProposeForm
            key={count}
            organisationId={organisationId}
            kinds={kinds}
            around={around}
            by={{ token }}
            onSent={() => {
              setSent(true)
              onChanged()
            }}
          />
        </section>
      )}
      {list}
    </>
  )
}
