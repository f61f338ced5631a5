import { Textarea, TextInput } from '@mantine/core'
import {
  MAX_HEADING_CHARACTERS,
  MAX_LINE_CHARACTERS,
  MAX_NOTICE_CHARACTERS,
  NO_PICTURE,
  type Notice,
  type OrganisationId,
} from '@placard/contract'
import type { ReactNode } from 'react'
import type { Form } from '../../../platform/form/use-form.ts'
import { DrawnChoice } from '../../../platform/ui/drawn-choice.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PictureIcon, StackIcon, TextIcon } from '../../../platform/ui/icons.tsx'
import NoticePicture from '../../content/items/notice-picture.tsx'
import { FilePicture } from '../../content/library/file-picture.tsx'
import { useFiles } from '../../content/library/use-library.ts'
import ReplacePicture from '../../content/uploads/replace-picture.tsx'
import { titleOfFile } from '../../content/uploads/title-of-file.ts'
import { type ContentDraft, noticeOf } from './content.ts'
import styles from './take-overs.module.css'

type Props = { form: Form<ContentDraft>; organisationId: OrganisationId; onBusy: (isBusy: boolean) => void }

/** The content of a take-over: words, a stored file, or a line of the ticker. */
export function ContentFields({ form, organisationId, onBusy }: Props) {
  const { t } = useI18n()
  const { values, change } = form
  return (
    <>
      <DrawnChoice
        compact
        legend={t('take-over.what')}
        value={values.kind}
        onChange={(kind) => change({ kind })}
        options={[
          { value: 'notice', label: t('take-over.kind.notice'), drawing: <StackIcon /> },
          { value: 'file', label: t('take-over.kind.file'), drawing: <PictureIcon /> },
          { value: 'line', label: t('take-over.kind.line'), drawing: <TextIcon /> },
        ]}
      />
      {values.kind === 'notice' && (
        <NoticeFields
          form={{ ...form, change: (words) => change(words), field: form.field as never }}
          look="alert"
          bodyLabel={t('take-over.body')}
        />
      )}
      {values.kind === 'line' && (
        <TextInput
          label={t('take-over.line')}
          description={t('take-over.line-hint')}
          dir="auto"
          maxLength={MAX_LINE_CHARACTERS}
          {...form.field('text')}
          error={form.errorAt('content.text')}
        />
      )}
      {values.kind === 'file' && (
        <FileChoice
          organisationId={organisationId}
          hint={t('take-over.file-hint')}
          value={values.file}
          error={form.errorAt('content.url')}
          onChange={(file) => change({ file })}
          onBusy={onBusy}
        />
      )}
    </>
  )
}

type NoticeFieldsProps = {
  form: Form<{ heading: string; body: string }>
  look: Notice['look']
  bodyLabel: string
}

/** The words of a notice, with a picture of it. */
export function NoticeFields({ form, look, bodyLabel }: NoticeFieldsProps) {
  const { t } = useI18n()
  const { heading, body } = form.values
  return (
    <div className={styles.words}>
      <div className={styles.fields}>
        <TextInput
          label={t('take-over.heading')}
          dir="auto"
          maxLength={MAX_HEADING_CHARACTERS}
          {...form.field('heading')}
          error={form.errorAt('content.notice.heading')}
        />
        <Textarea
          label={bodyLabel}
          dir="auto"
          autosize
          minRows={3}
          maxLength={MAX_NOTICE_CHARACTERS}
          name="body"
          value={body}
          error={form.errorAt('content.notice.body')}
          onChange={(event) => form.change({ body: event.currentTarget.value })}
        />
      </div>
      <div className={styles.screen}>
        <NoticePicture notice={{ ...noticeOf(heading, body), look }} url={NO_PICTURE} />
      </div>
    </div>
  )
}

type FileChoiceProps = {
  organisationId: OrganisationId
  hint: string
  value: ContentDraft['file']
  error: string | undefined
  onChange: (file: ContentDraft['file']) => void
  /** True while a picture is being uploaded. */
  onBusy: (isBusy: boolean) => void
}

/** Stored pictures and films, or a new picture: besides words, the only content that every screen can have in advance. */
export function FileChoice({ organisationId, hint, value, error, onChange, onBusy }: FileChoiceProps) {
  const { t } = useI18n()
  const { data } = useFiles(organisationId, {})
  const files = (data?.pages ?? []).flatMap((page) => page.files).filter(({ kind }) => kind !== 'deck')
  const unlisted = data && value && !files.some(({ url }) => url === value.url) ? value : undefined
  return (
    <fieldset>
      <legend className={styles.legend}>{t('take-over.file')}</legend>
      <p className={styles.hint}>{hint}</p>
      {error !== undefined && <ErrorBox message={error} />}
      {data && files.length === 0 && !unlisted && <p className={styles.hint}>{t('take-over.no-files')}</p>}
      <div className={styles.pictures}>
        {unlisted && (
          <FileOption name={unlisted.title} isChosen onChoose={() => onChange(unlisted)}>
            <span className={styles.frame}>
              <img src={unlisted.url} alt="" />
            </span>
          </FileOption>
        )}
        {files.map((file) => {
          const title = file.name || t('take-over.kind.file')
          return (
            <FileOption
              key={file.id}
              name={title}
              isChosen={value?.url === file.url}
              onChoose={() => onChange({ url: file.url, title })}
            >
              <FilePicture file={file} />
            </FileOption>
          )
        })}
      </div>
      <ReplacePicture
        organisationId={organisationId}
        label={t('corner.upload')}
        onReplaced={(url, name) => onChange({ url, title: titleOfFile(name, t('take-over.kind.file')) })}
        onBusy={onBusy}
      />
    </fieldset>
  )
}

type FileOptionProps = { name: string; isChosen: boolean; onChoose: () => void; children: ReactNode }

function FileOption({ name, isChosen, onChoose, children }: FileOptionProps) {
  return (
    <label className={styles.picture}>
      <input type="radio" name="take-over-file" checked={isChosen} onChange={onChoose} />
      {children}
      <span className={styles.name} dir="auto">
        {name}
      </span>
    </label>
  )
}
