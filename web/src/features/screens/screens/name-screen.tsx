import { TextInput } from '@mantine/core'
import { type DisplayKey, MAX_SCREEN_NAME_CHARACTERS, type Screen, UpdateScreen } from '@placard/contract'
import { shortId } from '../../../platform/api/screens/device-name.ts'
import { useScreenCommand } from '../../../platform/api/screens/use-screens.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { announce } from '../../../platform/ui/announcer.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'

type Props = { display: DisplayKey; screen: Screen; onClose: () => void }

/** Names a screen. The typed name stays until it is saved. */
export default function NameScreen({ display, screen, onClose }: Props) {
  const { t } = useI18n()
  const { mutateAsync } = useScreenCommand(display)
  const form = useForm({
    schema: UpdateScreen,
    start: () => ({ name: screen.name }),
    save: async ({ name }) => {
      await mutateAsync({ type: 'rename', id: screen.id, name })
      announce(t('status.saved'))
      onClose()
    },
    logAs: 'naming a screen failed',
  })

  return (
    <FormDialog form={form} title={t('screens.rename.title')} size="small" onClose={onClose}>
      <TextInput
        label={t('screens.rename.label')}
        description={t('screens.rename.hint')}
        placeholder={t('screens.unnamed', { id: shortId(screen.id) })}
        maxLength={MAX_SCREEN_NAME_CHARACTERS}
        dir="auto"
        {...form.field('name')}
        data-autofocus
      />
    </FormDialog>
  )
}
