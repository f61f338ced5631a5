import { NativeSelect, TextInput } from '@mantine/core'
import type { Organisation, OrganisationId, SubscriberInvited } from '@placard/contract'
import { codeOf } from '../../../platform/api/api-error.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { NameAndId } from '../../../platform/ui/name-and-id.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import panel from '../../../platform/ui/panel.module.css'
import { RoleChoice } from '../../../platform/ui/role-choice.tsx'
import styles from './console.module.css'
import { NEW, useSubscribe } from './use-subscribe.ts'

type Props = {
  /** The address of the waiting account; undefined: it is typed. */
  email: string | undefined
  organisations: Organisation[]
  /** The initial choice. */
  organisationId: OrganisationId | undefined
  /** Called if there is no account yet: the invitation link replaces the form. */
  onInvited: (email: string, invitation: SubscriberInvited) => void
  onClose: () => void
}

type Subscribing = ReturnType<typeof useSubscribe>

/** A5: subscribes an address to an organisation and a display. Both can be created in the form. */
export default function Subscribe({ email, organisations, organisationId, onInvited, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const subscribing = useSubscribe({
    email,
    organisationId: organisationId ?? organisations[0]?.id,
    onSubscribed: ({ email, invitation }) => {
      notice('success', t('console.subscribed', { email }))
      if (invitation) onInvited(email, invitation)
      else onClose()
    },
  })
  const { form, displays } = subscribing

  return (
    <FormDialog
      form={form}
      title={t('console.subscribe-title')}
      submitLabel={t('console.subscribe')}
      ready={!displays.isPending}
      onClose={onClose}
    >
      {email === undefined ? (
        <TextInput
          label={t('login.email')}
          description={t('console.ahead')}
          type="email"
          dir="ltr"
          {...form.field('subscription.email')}
          data-autofocus
        />
      ) : (
        <p className={panel.subject}>
          <bdi>{email}</bdi>
        </p>
      )}
      <OrganisationPart {...subscribing} organisations={organisations} focused={email !== undefined} />
      <DisplayPart {...subscribing} />
      <RoleChoice {...form.field('subscription.role')} />
      <TextInput label={t('console.sub-type')} {...form.field('subscription.subType')} />
      <TextInput label={t('console.msg')} description={t('console.msg-hint')} {...form.field('subscription.msg')} />
    </FormDialog>
  )
}

type OrganisationProps = Subscribing & { organisations: Organisation[]; focused: boolean }

/** An existing organisation, or the name and the id of a new one. */
function OrganisationPart({ form, home, organisations, focused }: OrganisationProps) {
  const { t } = useI18n()
  const field = form.field('subscription.organisationId')
  // It was just created by this form and is not in the list yet.
  const isMissing = home !== undefined && !organisations.some(({ id }) => id === home)
  return (
    <>
      <NativeSelect
        label={t('console.organisation')}
        {...field}
        data={[
          ...organisations.map(({ id, name }) => ({ value: id as string, label: `${name} (${id})` })),
          ...(isMissing ? [{ value: home as string, label: form.values['organisation.name'] || home }] : []),
          { value: NEW, label: t('console.new-organisation') },
        ]}
        onChange={(event) => {
          field.onChange(event)
          form.change({ 'subscription.displayId': undefined })
        }}
        data-autofocus={focused || undefined}
      />
      {home === undefined && (
        <div className={styles.made}>
          <NameAndId
            labels={{ name: t('console.organisation-name'), id: t('console.organisation-id') }}
            name={form.field('organisation.name')}
            id={form.field('organisation.id')}
          />
        </div>
      )}
    </>
  )
}

/** The display that the member's dashboard opens with: one of the organisation's, or a new one. */
function DisplayPart({ form, displays, display }: Subscribing) {
  const { t } = useI18n()
  return (
    <>
      {displays.error && <ErrorBox message={t(`error.${codeOf(displays.error)}`)} />}
      {displays.known.length > 0 && (
        <NativeSelect
          label={t('console.display')}
          {...form.field('subscription.displayId')}
          value={display}
          data={[
            ...displays.known.map(({ id, name }) => ({ value: id as string, label: `${name} (${id})` })),
            { value: NEW, label: t('console.new-display') },
          ]}
        />
      )}
      {display === NEW && !displays.isPending && (
        <div className={styles.made}>
          <NameAndId
            labels={{ name: t('display.name'), id: t('display.id') }}
            name={form.field('display.name')}
            id={form.field('display.id')}
          />
        </div>
      )}
    </>
  )
}
