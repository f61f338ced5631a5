import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { Organisation, Subscription } from '@placard/contract'
import { useRef, useState } from 'react'
import { codeOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { writeBytes } from '../../ui/bytes.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import panel from '../../ui/panel.module.css'
import { Section } from '../../ui/section.tsx'
import styles from './operator.module.css'
import { useOrganisations, useSubscriptions, useWaitingAccounts } from './operator-query.ts'
import { OrganisationCard } from './organisation-card.tsx'
import { matches } from './search.ts'
import { SubscriptionList } from './subscription-list.tsx'
import { WaitingAccounts } from './waiting-accounts.tsx'

const Subscribe = lazyDialog(() => import('./subscribe.tsx'))
const EditOrganisation = lazyDialog(() => import('./edit-organisation.tsx'))
const EditSubscription = lazyDialog(() => import('./edit-subscription.tsx'))
const Decide = lazyDialog(() => import('./decide.tsx'))

type Open =
  | { what: 'subscribe'; email: string | undefined }
  | { what: 'make-organisation' }
  | { what: 'edit' | 'suspend' | 'resume' | 'remove'; organisation: Organisation }
  | { what: 'edit-subscription' | 'end'; subscription: Subscription }

/** AC4: who waits, who the customers are, and who belongs to which. */
export function Console() {
  const { t } = useI18n()
  const waiting = useWaitingAccounts()
  const organisations = useOrganisations()
  const subscriptions = useSubscriptions()
  const [search, setSearch] = useState('')
  /** Of the subscriptions that are shown; empty: of all. */
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

      <Section title={t('console.waiting')} count={waiting.data?.length} {...stateOf(waiting)}>
        <WaitingAccounts
          accounts={(waiting.data ?? []).filter(({ email }) => matches(search, [email]))}
          searching={(waiting.data?.length ?? 0) > 0}
          onSubscribe={(email) => setOpen({ what: 'subscribe', email })}
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
        <ul className={styles.organisations}>
          {all
            .filter(({ id, name }) => matches(search, [id, name]))
            .map((organisation) => (
              <OrganisationCard
                key={organisation.id}
                organisation={organisation}
                onAct={(what) => {
                  if (what !== 'people') return setOpen({ what, organisation })
                  setOf(organisation.id)
                  setSearch('')
                  people.current?.scrollIntoView({ block: 'start' })
                  people.current?.focus({ preventScroll: true })
                }}
              />
            ))}
        </ul>
        {!all.some(({ id, name }) => matches(search, [id, name])) && (
          <p className={panel.lead}>{t('console.nothing-found')}</p>
        )}
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
          onEnd={(subscription) => setOpen({ what: 'end', subscription })}
        />
      </Section>
      {open?.what === 'subscribe' && organisations.data && (
        <Subscribe email={open.email} organisations={all} organisationId={chosen?.id} onClose={close} />
      )}
      {open?.what === 'make-organisation' && <EditOrganisation organisation={undefined} onClose={close} />}
      {open?.what === 'edit' && <EditOrganisation organisation={open.organisation} onClose={close} />}
      {open?.what === 'edit-subscription' && <EditSubscription subscription={open.subscription} onClose={close} />}
      {(open?.what === 'suspend' || open?.what === 'resume') && (
        <ChangeState organisation={open.organisation} suspend={open.what === 'suspend'} onClose={close} />
      )}
      {open?.what === 'remove' && <Remove organisation={open.organisation} onClose={close} />}
      {open?.what === 'end' && <End subscription={open.subscription} onClose={close} />}
    </div>
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
