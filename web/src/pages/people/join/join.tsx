import { Button, Skeleton } from '@mantine/core'
import { type InvitationOffer, PAGES, type Session, type SignOnOutcome } from '@placard/contract'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Offer } from '../../../features/people/invitation/offer.tsx'
import {
  type OpenedInvitation,
  readOffer,
  useOffer,
  useOpenedInvitation,
} from '../../../features/people/invitation/use-invitation.ts'
import { tellOtherTabs } from '../../../features/people/session/session-channel.ts'
import {
  type SessionState,
  signOut,
  useAcceptInvitation,
  useSession,
} from '../../../features/people/session/session-query.ts'
import { SignInForm } from '../../../features/people/session/sign-in-form.tsx'
import { SignUpForm } from '../../../features/people/session/sign-up-form.tsx'
import { codeOf } from '../../../platform/api/api-error.ts'
import { useDoing } from '../../../platform/form/use-doing.ts'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { usePageTitle } from '../../../platform/ui/page-title.ts'
import unseen from '../../../platform/ui/unseen.module.css'
import { SignPage } from '../../../shell/sign-page.tsx'
import styles from './join.module.css'

/** Opened by an invitation's link (AC7): joining with an existing account or a new one. */
export default function Join() {
  const { t } = useI18n()
  const opened = useOpenedInvitation()
  usePageTitle(t('join.title'))
  return (
    <SignPage
      title={t('join.title')}
      lead={t('join.lead')}
      form={opened ? <Invitation key={opened.token} {...opened} /> : <ErrorBox message={t('join.no-link')} />}
      otherWay={<a href={PAGES.landing}>{t('fallback.home')}</a>}
    />
  )
}

function Invitation({ token, outcome }: OpenedInvitation) {
  const { t } = useI18n()
  const offer = useOffer(token)
  const session = useSession()
  const error = session.error ?? offer.error
  const code = error && codeOf(error)
  const isBack = outcome?.status === 'signed-in'
  const member = session.data?.status === 'signed-in' ? session.data.session : undefined
  // The user who has just returned has used the invitation: an account with an organisation would have left it valid.
  const joined = isBack && code === 'invitation-not-found' ? member : undefined

  useEffect(() => {
    if (isBack && member) tellOtherTabs('signed-in')
  }, [isBack, member])

  if (offer.data && session.data) {
    return <Joining token={token} offer={offer.data} known={session.data} outcome={outcome} />
  }
  if (joined) return <Arriving session={joined} />
  if (isBack && session.isPending) return <p role="status">{t('login.single.arriving')}</p>
  if (!code) return <Skeleton height="14rem" radius="md" />
  if (code === 'invitation-not-found') {
    return (
      <div className={styles.column}>
        <h2 className={styles.over}>{t('join.over')}</h2>
        <ErrorBox message={t('error.invitation-not-found')} />
      </div>
    )
  }
  return (
    <div className={styles.column}>
      <ErrorBox message={t(`error.${code}`)} />
      <Button
        variant="default"
        onClick={() => {
          void offer.refetch()
          void session.refetch()
        }}
      >
        {t('action.retry')}
      </Button>
    </div>
  )
}

/** Opens the dashboard with a welcome notice. */
function Arriving({ session }: { session: Session }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const notice = useNotice()
  const isWelcomed = useRef(false)
  const name = session.organisation?.name

  useEffect(() => {
    if (isWelcomed.current) return
    isWelcomed.current = true
    if (name !== undefined) notice('success', t('join.joined', { name }))
    void navigate(PAGES.dashboard, { replace: true })
  }, [name, navigate, notice, t])

  return <p role="status">{t('login.single.arriving')}</p>
}

type JoiningProps = {
  token: string
  offer: InvitationOffer
  /** The session when the page was opened. A sign-in on this page goes to `joined`. */
  known: SessionState
  /** The identity provider's result, for a user who has just returned from it. */
  outcome: SignOnOutcome | undefined
}

function Joining({ token, offer, known, outcome }: JoiningProps) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const notice = useNotice()
  const accept = useAcceptInvitation()
  const [state, setState] = useState(known)
  const [email, setEmail] = useState(offer.email ?? '')
  const [way, setWay] = useState<'new' | 'known'>(outcome?.status === 'code-wanted' ? 'known' : 'new')
  const { run, isBusy, problem } = useDoing({
    problem: outcome?.status === 'refused' ? t(`error.${outcome.code}`) : undefined,
  })
  const address = { value: email, isFixed: offer.email !== null, onChange: setEmail }
  const member = state.status === 'signed-in' ? state.session : undefined

  const arrive = (session: Session) => {
    notice('success', t('join.joined', { name: session.organisation?.name ?? offer.organisation }))
    void navigate(PAGES.dashboard, { replace: true })
  }

  /** An account that already had an organisation has not used the invitation, which stays valid. */
  const stays = async (session: Session, isNew: boolean) => {
    if (session.organisation?.name !== offer.organisation) return true
    if (isNew) return false
    return readOffer(token).then(
      () => true,
      () => false,
    )
  }

  const entered = async (session: Session, isNew: boolean) => {
    if (await stays(session, isNew)) setState({ status: 'signed-in', session })
    else arrive(session)
  }

  const leaveAccount = () =>
    run('leave', async () => {
      await signOut()
      setState({ status: 'signed-out' })
    })

  if (member?.organisation) {
    const { name } = member.organisation
    return (
      <div className={styles.column}>
        <Offer offer={offer} />
        {problem && <ErrorBox message={problem} />}
        <p role="status">{t('join.member', { email: member.email, name })}</p>
        <p className={styles.note}>{t('join.member-lead', { name })}</p>
        <Button component={Link} to={PAGES.dashboard} fullWidth size="md">
          {t('join.to-dashboard')}
        </Button>
        <Button variant="default" fullWidth size="md" loading={isBusy} onClick={leaveAccount}>
          {t('join.other-account')}
        </Button>
      </div>
    )
  }
  if (state.status !== 'signed-out') {
    return (
      <div className={styles.column}>
        <Offer offer={offer} />
        {problem && <ErrorBox message={problem} />}
        <p>{member ? t('join.accept-as', { email: member.email }) : t('join.accept-signed-in')}</p>
        <Button
          fullWidth
          size="md"
          loading={isBusy}
          onClick={() => run('accept', async () => arrive(await accept(token)))}
        >
          {t('join.accept', { name: offer.organisation })}
        </Button>
        <Button variant="default" fullWidth size="md" disabled={isBusy} onClick={leaveAccount}>
          {t('join.other-account')}
        </Button>
      </div>
    )
  }
  return (
    <>
      <Offer offer={offer} />
      {problem && (
        <div className={styles.problem}>
          <ErrorBox message={problem} />
        </div>
      )}
      <fieldset className={styles.ways}>
        <legend className={unseen.words}>{t('join.how')}</legend>
        {(['new', 'known'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name="way" checked={way === one} onChange={() => setWay(one)} />
            {t(`join.${one}`)}
          </label>
        ))}
      </fieldset>
      {/* Both stay mounted, so that switching between them loses nothing. */}
      <div hidden={way !== 'new'}>
        <SignUpForm
          invitation={token}
          next={PAGES.dashboard}
          outcome={outcome}
          address={address}
          onSignedIn={(session) => void entered(session, true)}
        />
      </div>
      <div hidden={way !== 'known'}>
        <SignInForm
          invitation={token}
          next={PAGES.dashboard}
          outcome={outcome}
          submitLabel={t('join.sign-in')}
          address={address}
          onSignedIn={(session) => void entered(session, false)}
        />
      </div>
    </>
  )
}
