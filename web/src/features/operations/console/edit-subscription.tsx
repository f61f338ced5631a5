import { NativeSelect, TextInput } from '@mantine/core'
import { type Subscription, UpdateSubscription } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import panel from '../../../platform/ui/panel.module.css'
import { RoleChoice } from '../../../platform/ui/role-choice.tsx'
import { readOperatorAgain, useDisplaysOf } from './console-query.ts'

/** E3: edits a member's subscription. */
export default function EditSubscription({
  subscription,
  onClose,
}: {
  subscription: Subscription
  onClose: () => void
}) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const displays = useDisplaysOf(subscription.organisationId)
  const form = useForm({
    schema: UpdateSubscription,
    start: () => {
      const { displayId, subType, msg, role } = subscription
      return { displayId, subType, msg, role }
    },
    // A display that was removed since may stay, but cannot be chosen.
    bodyOf: ({ displayId, ...rest }) => (displayId === subscription.displayId ? rest : { ...rest, displayId }),
    save: async (body) => {
      await call('updateSubscription', { params: { memberId: subscription.id }, body })
      await readOperatorAgain(client)
      notice('success', t('status.saved'))
      onClose()
    },
  })

  const known = displays.data ?? []
  const { displayId } = form.values
  return (
    <FormDialog form={form} title={t('console.edit-subscription')} onClose={onClose}>
      <p className={panel.subject}>
        <bdi>{subscription.email}</bdi>
      </p>
      <NativeSelect
        label={t('console.display')}
        data={[
          ...known.map(({ id, name }) => ({ value: id as string, label: `${name} (${id})` })),
          ...(known.some(({ id }) => id === displayId) ? [] : [{ value: displayId, label: displayId }]),
        ]}
        {...form.field('displayId')}
      />
      <RoleChoice {...form.field('role')} />
      <TextInput label={t('console.sub-type')} {...form.field('subType')} data-autofocus />
      <TextInput label={t('console.msg')} description={t('console.msg-hint')} {...form.field('msg')} />
    </FormDialog>
  )
}
