import { Button, NativeSelect, TextInput } from '@mantine/core'
import {
  joinPath,
  type Organisation,
  type SubscriberInvited,
  type Subscription,
  type WaitingAccount,
} from '@placard/contract'
import { useRef, useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { writeBytes } from '../../../platform/ui/bytes.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PlusIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { LinkDialog } from '../../../platform/ui/link-dialog.tsx'
import { LongList } from '../../../platform/ui/long-list.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { publicOrigin } from '../../../platform/ui/public-origin.ts'
import { Section } from '../../../platform/ui/section.tsx'
import styles from './console.module.css'
import { useOrganisations, useSubscriptions, useWaitingAccounts } from './console-query.ts'
import { OrganisationCard, organisationEntry } from './organisation-card.tsx'
import { matches } from './search.ts'
import { SubscriptionList } from './subscription-list.tsx'
import { WaitingAccounts } from './waiting-accounts.tsx'

const Subscribe = lazyDialog(() => import('./subscribe.tsx'))
const EditOrganisation = lazyDialog(() => import('./edit-organisation.tsx'))
const EditSubscription = lazyDialog(() => import('./edit-subscription.tsx'))
const Decide = lazyDialog(() => import('./decide.tsx'))

/** Approximate height of a card. */
const CARD_PX = 210
/** The number of further accounts that each press loads. */
const WAITING_AT_ONCE = 100
/** The server's maximum; further accounts can be found with the search. */
const MOST_WAITING = 1_000

type Open =
  | { what: 'subscribe'; email: string | undefined }
  | { what: 'make-organisation' }
  | { what: 'edit' | 'suspend' | 'resume' | 'remove'; organisation: Organisation }
  | { what: 'edit-subscription' | 'end' | 'invite'; subscription: Subscription }
  | { what: 'remove-account'; account: WaitingAccount }
  | { what: 'invited'; email: string; invitation: SubscriberInvited }

/** AC4: the waiting accounts, the customers, and the members of each organisation. */
export function Console() {
  const { t } = useI18n()
  const organisations = useOrganisations()
  const subscriptions = useSubscriptions()
  const [search, setSearch] = useState('')
  const [most, setMost] = useState(WAITING_AT_ONCE)
  const waiting = useWaitingAccounts(search, most)
  /** The organisation whose subscriptions are shown; empty: all. */
  const [of, setOf] = useState('')
  const [open, setOpen] = useState<Open>()
  const people = useRef<HTMLElement>(null)
  const close = () => setOpen(undefined)
  const stateOf = ({ data, error, refetch }: { data: unknown; error: unknown; refetch: () => unknown }) => ({
    loading: data === undefined && error === null,
    problem: error === null ? undefined : t(`error.${codeOf(error)}`),
    onRetry: refetch,
  })

  const all = organisations.data ?? []
  const found = all.filter(({ id, name }) => matches(search, [id, name]))
  const chosen = all.find(({ id }) => id === of)
  const nameOf = (id: string) => all.find((one) => one.id === id)?.name ?? id

  return (
    <div className={styles.sections}>
      <TextInput
        className={styles.search ?? ''}
        type="search"
        aria-label={t('console.search')}
        placeholder={t('console.search')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />

      <Section title={t('console.waiting')} count={waiting.data?.total} {...stateOf(waiting)}>
        <WaitingAccounts
          accounts={waiting.data?.accounts ?? []}
          searching={search.trim() !== ''}
          onSubscribe={(email) => setOpen({ what: 'subscribe', email })}
          onRemove={(account) => setOpen({ what: 'remove-account', account })}
          onMore={
            waiting.data && waiting.data.accounts.length < Math.min(waiting.data.total, MOST_WAITING)
              ? () => setMost(Math.min(most + WAITING_AT_ONCE, MOST_WAITING))
              : undefined
          }
        />
      </Section>

      <Section
        title={t('console.organisations')}
        count={organisations.data?.length}
        {...stateOf(organisations)}
        tools={
          <Button variant="default" leftSection={<PlusIcon />} onClick={() => setOpen({ what: 'make-organisation' })}>
            {t('console.make-organisation')}
          </Button>
        }
      >
        <LongList
          className={styles.organisations}
          of={found}
          usualPx={CARD_PX}
          words={({ name }) => name}
          entry={organisationEntry}
        >
          {(organisation) => (
            <OrganisationCard
              organisation={organisation}
              onAct={(what) => {
                if (what !== 'people') return setOpen({ what, organisation })
                setOf(organisation.id)
                setSearch('')
                people.current?.scrollIntoView({ block: 'start' })
                people.current?.focus({ preventScroll: true })
              }}
            />
          )}
        </LongList>
        {found.length === 0 && <p className={panel.lead}>{t('console.nothing-found')}</p>}
      </Section>

      <Section
        ref={people}
        title={t('console.subscriptions')}
        count={subscriptions.data?.length}
        {...stateOf(subscriptions)}
        tools={
          <>
            <NativeSelect
              aria-label={t('console.organisation')}
              value={chosen ? of : ''}
              data={[
                { value: '', label: t('console.all-organisations') },
                ...all.map(({ id, name }) => ({ value: id as string, label: name })),
              ]}
              onChange={(event) => setOf(event.currentTarget.value)}
            />
            <Button
              variant="default"
              leftSection={<PlusIcon />}
              onClick={() => setOpen({ what: 'subscribe', email: undefined })}
            >
              {t('console.subscribe-by-email')}
            </Button>
          </>
        }
      >
        <SubscriptionList
          subscriptions={(subscriptions.data ?? []).filter(
            ({ email, organisationId, subType, msg }) =>
              (!chosen || organisationId === chosen.id) &&
              matches(search, [email, organisationId, nameOf(organisationId), subType, msg]),
          )}
          nameOf={({ organisationId }) => nameOf(organisationId)}
          onEdit={(subscription) => setOpen({ what: 'edit-subscription', subscription })}
          onInvite={(subscription) => setOpen({ what: 'invite', subscription })}
          onEnd={(subscription) => setOpen({ what: 'end', subscription })}
        />
      </Section>
      {open?.what === 'subscribe' && organisations.data && (
        <Subscribe
          email={open.email}
          organisations={all}
          organisationId={chosen?.id}
          onInvited={(email, invitation) => setOpen({ what: 'invited', email, invitation })}
          onClose={close}
        />
      )}
      {open?.what === 'invite' && (
        <InviteAgain
          subscription={open.subscription}
          onInvited={(invitation) => setOpen({ what: 'invited', email: open.subscription.email, invitation })}
          onClose={close}
        />
      )}
      {open?.what === 'invited' && (
        <LinkDialog
          link={publicOrigin() + joinPath(open.invitation.token)}
          lead={t(open.invitation.mailed ? 'console.invited-mailed' : 'console.invited', { email: open.email })}
          onClose={close}
        />
      )}
      {open?.what === 'make-organisation' && <EditOrganisation organisation={undefined} onClose={close} />}
      {open?.what === 'edit' && <EditOrganisation organisation={open.organisation} onClose={close} />}
      {open?.what === 'edit-subscription' && <EditSubscription subscription={open.subscription} onClose={close} />}
      {(open?.what === 'suspend' || open?.what === 'resume') && (
        <ChangeState organisation={open.organisation} suspend={open.what === 'suspend'} onClose={close} />
      )}
      {open?.what === 'remove' && <Remove organisation={open.organisation} onClose={close} />}
      {open?.what === 'end' && <End subscription={open.subscription} onClose={close} />}
      {open?.what === 'remove-account' && <RemoveAccount account={open.account} onClose={close} />}
    </div>
  )
}

/** Asks first, because a new link invalidates the previous one. */
function InviteAgain(props: {
  subscription: Subscription
  onInvited: (invitation: SubscriberInvited) => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const { id, email } = props.subscription
  const invited = useRef<SubscriberInvited>(undefined)
  return (
    <Decide
      question={t('console.invite-question')}
      confirmLabel={t('console.invite')}
      danger={false}
      done={t('console.invite-made', { email })}
      work={async () => {
        invited.current = await call('inviteSubscriber', { params: { memberId: id } })
      }}
      onClose={() => (invited.current ? props.onInvited(invited.current) : props.onClose())}
    >
      <strong>
        <bdi>{email}</bdi>
      </strong>
      <p>{t('console.invite-effect')}</p>
    </Decide>
  )
}

/** AC8 */
function ChangeState(props: { organisation: Organisation; suspend: boolean; onClose: () => void }) {
  const { t } = useI18n()
  const { id, name } = props.organisation
  const params = { organisationId: id }
  return props.suspend ? (
    <Decide
      question={t('console.suspend-question')}
      confirmLabel={t('console.do.suspend')}
      danger
      done={t('console.suspended', { name })}
      work={() => call('suspendOrganisation', { params })}
      onClose={props.onClose}
    >
      <strong dir="auto">{name}</strong>
      <p>{t('console.suspend-effect')}</p>
    </Decide>
  ) : (
    <Decide
      question={t('console.resume-question')}
      confirmLabel={t('console.do.resume')}
      danger={false}
      done={t('console.resumed', { name })}
      work={() => call('resumeOrganisation', { params })}
      onClose={props.onClose}
    >
      <strong dir="auto">{name}</strong>
      <p>{t('console.resume-effect')}</p>
    </Decide>
  )
}

/** AC9 */
function Remove({ organisation, onClose }: { organisation: Organisation; onClose: () => void }) {
  const { t, language } = useI18n()
  const { id, name, displays, items, lines, files, storageBytes, people } = organisation
  return (
    <Decide
      question={t('console.remove-question')}
      confirmLabel={t('console.do.remove')}
      danger
      typed={{ label: t('console.remove-type', { id }), value: id }}
      done={t('console.removed', { name })}
      work={() => call('removeOrganisation', { params: { organisationId: id } })}
      onClose={onClose}
    >
      <strong dir="auto">{name}</strong>
      <p>
        {t('console.remove-effect', {
          displays,
          items,
          lines,
          files,
          people,
          size: writeBytes(storageBytes, language),
        })}
      </p>
    </Decide>
  )
}

/** AC5 */
function End({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { t } = useI18n()
  const { id, email } = subscription
  return (
    <Decide
      question={t('console.end-question')}
      confirmLabel={t('console.end')}
      danger
      done={t('console.ended', { email })}
      work={() => call('removeSubscription', { params: { memberId: id } })}
      onClose={onClose}
    >
      <strong>
        <bdi>{email}</bdi>
      </strong>
      <p>{t('console.end-effect')}</p>
    </Decide>
  )
}

function RemoveAccount({ account: { id, email }, onClose }: { account: WaitingAccount; onClose: () => void }) {
  const { t } = useI18n()
  return (
    <Decide
      question={t('console.remove-account-question')}
      confirmLabel={t('console.remove-account')}
      danger
      done={t('console.account-removed', { email })}
      work={() => call('removeWaitingAccount', { params: { userId: id } })}
      onClose={onClose}
    >
      <strong>
        <bdi>{email}</bdi>
      </strong>
      <p>{t('console.remove-account-effect')}</p>
    </Decide>
  )
}
