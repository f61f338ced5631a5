import { TextInput } from '@mantine/core'
import { MAX_URL_CHARACTERS, type OrganisationId } from '@placard/contract'
import type { Form } from '../../../platform/form/use-form.ts'
import { DrawnChoice } from '../../../platform/ui/drawn-choice.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { FilmIcon, GlobeIcon, PictureIcon, StackIcon } from '../../../platform/ui/icons.tsx'
import { FileChoice, NoticeFields } from './content-fields.tsx'
import type { InsertDraft } from './insert-content.ts'

type Props = { form: Form<InsertDraft>; organisationId: OrganisationId; onBusy: (isBusy: boolean) => void }

/** The content of an insert: a stored file, words, a web page, or a film or a stream elsewhere. */
export function InsertFields({ form, organisationId, onBusy }: Props) {
  const { t } = useI18n()
  const { values, change } = form
  const { kind } = values
  return (
    <>
      <DrawnChoice
        compact
        legend={t('take-over.what')}
        value={kind}
        onChange={(value) => change({ kind: value })}
        options={[
          { value: 'file', label: t('take-over.kind.file'), drawing: <PictureIcon /> },
          { value: 'notice', label: t('take-over.kind.notice'), drawing: <StackIcon /> },
          { value: 'page', label: t('insert.kind.page'), drawing: <GlobeIcon /> },
          { value: 'film', label: t('insert.kind.film'), drawing: <FilmIcon /> },
        ]}
      />
      {kind === 'file' && (
        <FileChoice
          organisationId={organisationId}
          hint={t('insert.file-hint')}
          value={values.file}
          error={form.errorAt('content.url') ?? form.errorAt('content.title')}
          onChange={(file) => change({ file })}
          onBusy={onBusy}
        />
      )}
      {kind === 'notice' && <NoticeFields form={form} look="paper" bodyLabel={t('insert.body')} />}
      {(kind === 'page' || kind === 'film') && (
        <TextInput
          label={t(`insert.${kind}`)}
          description={t(`insert.${kind}-hint`)}
          type="url"
          inputMode="url"
          dir="ltr"
          autoComplete="off"
          maxLength={MAX_URL_CHARACTERS}
          placeholder={kind === 'page' ? 'https://' : 'https://example.org/live.m3u8'}
          {...form.field('url')}
          error={form.errorAt('content.url') ?? form.errorAt('content.title')}
        />
      )}
    </>
  )
}
