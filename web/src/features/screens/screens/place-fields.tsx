import { TextInput } from '@mantine/core'
import { MAX_PLACE_CHARACTERS, MAX_SCREEN_NAME_CHARACTERS } from '@placard/contract'
import { type HungDraft, HungFields } from '../../../platform/form/hung-fields.tsx'
import type { Form } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'

type Draft = HungDraft & { name: string; place: string }

/** The name, the place and the size of a screen. */
export function PlaceFields({ form, autoFocus = false }: { form: Pick<Form<Draft>, 'field'>; autoFocus?: boolean }) {
  const { t } = useI18n()
  return (
    <>
      <TextInput
        label={t('screens.rename.label')}
        description={t('screens.rename.hint')}
        maxLength={MAX_SCREEN_NAME_CHARACTERS}
        dir="auto"
        {...form.field('name')}
        data-autofocus={autoFocus || undefined}
      />
      <TextInput
        label={t('paired.place')}
        description={t('paired.place-hint')}
        maxLength={MAX_PLACE_CHARACTERS}
        dir="auto"
        {...form.field('place')}
      />
      <HungFields form={form} hint={t('hung.hint')} />
    </>
  )
}
