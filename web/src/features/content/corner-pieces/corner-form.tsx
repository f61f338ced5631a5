import { Switch, TextInput } from '@mantine/core'
import {
  type Brand,
  CORNER_KINDS,
  type Corner,
  type CornerKind,
  type CornerPiece,
  type DisplayKey,
  MAX_CORNER_CHARACTERS,
  MAX_CORNER_PERCENT,
  MIN_CORNER_PERCENT,
  SetCornerPiece,
} from '@placard/contract'
import { useState } from 'react'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { type Form, useForm } from '../../../platform/form/use-form.ts'
import chosen from '../../../platform/ui/chosen.module.css'
import { DrawnChoice } from '../../../platform/ui/drawn-choice.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import unseen from '../../../platform/ui/unseen.module.css'
import { FilePicture } from '../library/file-picture.tsx'
import { useFiles } from '../library/use-library.ts'
import ReplacePicture from '../uploads/replace-picture.tsx'
import corners from './corner.module.css'
import { type CornerDraft, draftOf, pieceOf, sizeFor } from './corner-draft.ts'
import styles from './corner-form.module.css'
import { CornerPicture, type Surroundings } from './corner-picture.tsx'
import { ClockDrawing, KindDrawing } from './kind-drawing.tsx'
import { nameOfPiece } from './name-of-piece.ts'
import { theirsIn, type useCornerPieces } from './use-corner-pieces.ts'

const TownField = lazyDialog(() => import('../towns/town-field.tsx'), { quiet: true, ahead: false })

/** Messages have their own words in braces. */
const LIVE_WORDS = { time: '{time}', date: '{date}', weekday: '{weekday}' }

type Props = {
  displayKey: DisplayKey
  corner: Corner
  /** undefined: the corner is empty. */
  piece: CornerPiece | undefined
  brand: Brand | undefined
  around: Surroundings
  commands: ReturnType<typeof useCornerPieces>
  onClose: () => void
}

/** [LY6] Chooses the content of a corner. */
export default function CornerForm({ displayKey, corner, piece, brand, around, commands, onClose }: Props) {
  const { t } = useI18n()
  const [base, setBase] = useState(piece?.revision ?? 0)
  /** Somebody else has changed the corner meanwhile; null: it is empty now. */
  const [theirs, setTheirs] = useState<CornerPiece | null>()
  const [isUploading, setUploading] = useState(false)
  const form = useForm({
    schema: SetCornerPiece,
    start: () => draftOf(piece, brand),
    bodyOf: (draft: CornerDraft) => ({ piece: pieceOf(draft, piece) }),
    shows: ['piece.text', 'piece.link', 'piece.url', 'piece.size'],
    save: async ({ piece: wanted }) => {
      if (!wanted) return
      try {
        await commands.set(corner, wanted, base)
        onClose()
      } catch (error) {
        const found = theirsIn(error)
        if (found === undefined) throw error
        setTheirs(found)
        setBase(found?.revision ?? 0)
      }
    },
    logAs: 'saving a corner failed',
  })
  const { values, change } = form
  const read = SetCornerPiece.safeParse({ piece: pieceOf(values, undefined) })
  const shown = read.data?.piece

  return (
    <FormDialog form={form} title={t(`corner.at.${corner}`)} ready={!isUploading} size="large" onClose={onClose}>
      {theirs !== undefined && (
        <ErrorBox
          message={theirs ? t('corner.conflict', { what: nameOfPiece(theirs, t) }) : t('corner.conflict-empty')}
        />
      )}
      <DrawnChoice<CornerKind>
        legend={t('corner.what')}
        value={values.kind}
        autoFocus
        onChange={(kind) => change({ kind, ...(values.size === sizeFor(values.kind) ? { size: sizeFor(kind) } : {}) })}
        options={CORNER_KINDS.map((kind) => ({
          value: kind,
          label: t(`corner.kind.${kind}`),
          drawing: <KindDrawing kind={kind} />,
        }))}
      />
      {values.kind === 'logo' && <LogoFields form={form} displayKey={displayKey} brand={brand} onBusy={setUploading} />}
      {values.kind === 'clock' && (
        <>
          <DrawnChoice<'digits' | 'hands'>
            compact
            legend={t('corner.face')}
            value={values.face}
            onChange={(face) => change({ face })}
            options={(['digits', 'hands'] as const).map((face) => ({
              value: face,
              label: t(`corner.face.${face}`),
              drawing: <ClockDrawing face={face} />,
            }))}
          />
          <Switch label={t('corner.date')} {...form.toggle('date')} />
        </>
      )}
      {values.kind === 'words' && (
        <TextInput
          label={t('corner.text')}
          description={t('corner.text-hint', LIVE_WORDS)}
          dir="auto"
          maxLength={MAX_CORNER_CHARACTERS}
          {...form.field('text')}
          error={form.errorAt('piece.text')}
        />
      )}
      {values.kind === 'weather' && <TownField programmeKey={displayKey} />}
      {values.kind === 'qr' && (
        <TextInput
          label={t('corner.link')}
          description={t('corner.link-hint')}
          dir="ltr"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          {...form.field('link')}
          error={form.errorAt('piece.link')}
        />
      )}
      <label className={styles.size}>
        <span className={styles.legend}>{t('corner.size')}</span>
        <span className={styles.range}>
          <input
            type="range"
            min={MIN_CORNER_PERCENT}
            max={MAX_CORNER_PERCENT}
            value={values.size}
            aria-valuetext={t('corner.size-is', { percent: values.size })}
            onChange={({ currentTarget }) => change({ size: Number(currentTarget.value) })}
          />
          <output className={styles.percent}>{t('corner.percent', { percent: values.size })}</output>
        </span>
        <span className={styles.hint}>{t('corner.size-hint')}</span>
      </label>
      <div className={styles.screen} aria-hidden="true">
        {shown && (
          <span className={corners.corner} data-at={corner}>
            <CornerPicture piece={{ ...shown, corner, revision: 0 }} around={around} />
          </span>
        )}
      </div>
    </FormDialog>
  )
}

type LogoProps = {
  form: Form<CornerDraft>
  displayKey: DisplayKey
  brand: Brand | undefined
  onBusy: (isBusy: boolean) => void
}

/** The organisation's logo, a stored picture, or a new one. */
function LogoFields({ form, displayKey: { organisationId }, brand, onBusy }: LogoProps) {
  const { t } = useI18n()
  const { data } = useFiles(organisationId, { kind: 'picture' })
  const { url } = form.values
  const files = (data?.pages ?? []).flatMap((page) => page.files)
  const isNew = url !== '' && !files.some((file) => file.url === url)
  const choose = (next: string) => form.change({ url: next })
  return (
    <fieldset className={styles.logos}>
      <legend className={styles.legend}>{t('corner.picture')}</legend>
      {form.errorAt('piece.url') && <ErrorBox message={form.errorAt('piece.url') ?? ''} />}
      <div className={styles.pictures}>
        <Picture name={t('corner.brand-logo')} isChosen={url === ''} onChoose={() => choose('')}>
          {brand?.logoUrl ? <img src={brand.logoUrl} alt="" /> : <span>{t('corner.no-logo')}</span>}
        </Picture>
        {isNew && (
          <Picture name={t('corner.own-picture')} isChosen onChoose={() => choose(url)}>
            <img src={url} alt="" />
          </Picture>
        )}
        {files.map((file) => (
          <Picture
            key={file.id}
            name={file.name || t('corner.own-picture')}
            isChosen={url === file.url}
            onChoose={() => choose(file.url)}
          >
            <FilePicture file={file} />
          </Picture>
        ))}
      </div>
      <ReplacePicture organisationId={organisationId} label={t('corner.upload')} onReplaced={choose} onBusy={onBusy} />
    </fieldset>
  )
}

type PictureProps = { name: string; isChosen: boolean; onChoose: () => void; children: React.ReactNode }

function Picture({ name, isChosen, onChoose, children }: PictureProps) {
  return (
    <label className={`${chosen.option} ${styles.picture}`}>
      <span className={styles.frame}>{children}</span>
      <span className={styles.name} dir="auto">
        {name}
      </span>
      {/* Last, so that it lies over the picture. */}
      <input type="radio" className={unseen.input} name="corner-picture" checked={isChosen} onChange={onChoose} />
    </label>
  )
}
