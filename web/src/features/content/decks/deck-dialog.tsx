import { Button, NativeSelect, PasswordInput, Progress, TextInput } from '@mantine/core'
import {
  CALL_TIMEOUT_MS,
  DEFAULT_PLAYER_DURATION_SECONDS,
  type DeckSettings,
  Duration,
  MAX_DECK_PAGES,
  MAX_TITLE_CHARACTERS,
  type OrganisationId,
  type ScreenSize,
  shownPagesOf,
  Title,
  UpdateLibraryFile,
} from '@placard/contract'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { z } from 'zod'
import { call } from '../../../platform/api/call.ts'
import { FormActions } from '../../../platform/form/form-actions.tsx'
import { FormBody } from '../../../platform/form/form-body.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { AlternativeText } from '../../../platform/ui/alternative-text.tsx'
import { announce } from '../../../platform/ui/announcer.tsx'
import { Dialog, DialogActions } from '../../../platform/ui/dialog.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { WarningIcon } from '../../../platform/ui/icons.tsx'
import DeckPages from '../items/deck-pages.tsx'
import { pagesInWords } from '../items/deck-words.ts'
import { durationOptions } from '../items/duration-options.ts'
import type { NewDeck } from '../items/edit-item.tsx'
import { WHOLE_DECK } from '../items/item-draft.ts'
import { titleOfFile } from '../uploads/title-of-file.ts'
import styles from './deck-dialog.module.css'
import { legibilityOf } from './page-facts.ts'
import type { DrawnPage } from './pdf-messages.ts'
import { forgetSending, newSending, type Sending, sendDeck } from './send-pages.ts'
import { type Reading, type ReadPage, usePdf } from './use-pdf.ts'

/** Options start at ten seconds, because pages are read. */
const FIRST_SECONDS = 10

type Props = {
  organisationId: OrganisationId
  file: File
  heading: 'decks.add' | 'decks.replace'
  submitLabel: string
  /** The deck that is replaced. */
  before?: { title: string; duration: number; settings: DeckSettings; pages: number } | undefined
  /** The screens that will show it; omitted: unknown. */
  screens?: readonly ScreenSize[] | undefined
  /** Keeps all pages and sets no durations: those are chosen where the deck is used. */
  isWhole?: boolean
  /** @throws ApiError: the form stays open with everything that was typed */
  save: (made: NewDeck) => Promise<void>
  onClose: () => void
}

const Typed = z.object({
  title: Title,
  duration: Duration,
  alternativeText: UpdateLibraryFile.shape.alternativeText,
})

/** CT8, CT9: makes a deck from a PDF. Thumbnails appear as the pages are drawn, and the pages are sent on submit. */
export function DeckDialog(props: Props) {
  const { organisationId, file, heading, submitLabel, before, isWhole = false, screens, save, onClose } = props
  const { t, number } = useI18n()
  const { kind, reading, pages, sha256, tryPassword, takeFirst } = usePdf(file)
  const [progress, setProgress] = useState<{ done: number; isWaiting: boolean }>()
  const sending = useRef<Sending>(undefined)
  const work = useRef<AbortController>(undefined)
  const isSaved = useRef(false)

  const drawn = pages.flatMap(({ page }) => page ?? [])
  const isDrawn = reading.status === 'drawn'
  const isAlike = !before || before.pages === drawn.length
  const known = useKnownDeck(organisationId, sha256, isDrawn ? drawn.length : undefined)

  const form = useForm({
    schema: Typed,
    start: () => ({
      title: before?.title ?? titleOfFile(file.name, t('items.type.deck')),
      duration: before?.duration ?? FIRST_SECONDS,
      settings: before?.settings ?? WHOLE_DECK,
      alternativeText: '',
    }),
    save: async ({ title, alternativeText }, { duration, settings }) => {
      if (!isDrawn) return
      const controller = new AbortController()
      work.current = controller
      const { signal } = controller
      setProgress({ done: 0, isWaiting: false })
      try {
        const deck = known ?? (await send(title, signal))
        if (alternativeText) {
          const params = { organisationId, mediaId: deck.id }
          await call('updateLibraryFile', { params, body: { alternativeText }, signal })
        }
        await save({ title, deck, duration, settings })
        isSaved.current = true
        onClose()
      } catch (error) {
        // Stopped by the user: not a failure.
        if (signal.aborted) return
        setProgress(undefined)
        throw error
      }
    },
    logAs: 'adding a PDF failed',
  })
  const { duration, settings } = form.values
  const { change } = form

  // [CT9] The page settings only apply to a document with the same number of pages.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is a new one at each drawing
  useEffect(() => {
    if (isDrawn && !isAlike) change({ settings: WHOLE_DECK })
  }, [isDrawn, isAlike])
  const left = shownPagesOf({ id: '' as never, deck: settings, pages: drawn }).length

  // Closing the dialog cancels, and the pages sent so far are removed.
  useEffect(
    () => () => {
      work.current?.abort(new DOMException('closed', 'AbortError'))
      if (sending.current && !isSaved.current) void forgetSending(sending.current, organisationId)
    },
    [organisationId],
  )

  const send = async (name: string, signal: AbortSignal) => {
    sending.current ??= newSending(drawn.length)
    const deck = await sendDeck(sending.current, drawn, {
      organisationId,
      name,
      sha256,
      onArrived: (done) => setProgress((was) => ({ done, isWaiting: was?.isWaiting ?? false })),
      onWaiting: (isWaiting) => setProgress((was) => ({ done: was?.done ?? 0, isWaiting })),
      signal,
    })
    return deck
  }

  const cancelSending = () => {
    work.current?.abort(new DOMException('canceled', 'AbortError'))
    setProgress(undefined)
  }

  return (
    <Dialog title={t(heading, { kind })} onClose={onClose} size="large">
      {reading.status === 'locked' ? (
        <Locked isWrong={reading.isWrong} onTry={tryPassword} onClose={onClose} />
      ) : reading.status === 'too-long' ? (
        <Stopped
          words={t('decks.too-long', { kind, pages: number(reading.pages), most: number(MAX_DECK_PAGES) })}
          onClose={onClose}
        >
          <Button onClick={takeFirst} data-autofocus>
            {t('decks.take-first', { most: number(MAX_DECK_PAGES) })}
          </Button>
        </Stopped>
      ) : reading.status === 'failed' ? (
        <Stopped words={t(`decks.problem.${reading.problem}`, { kind })} isProblem onClose={onClose} />
      ) : (
        <FormBody form={form} className={styles.form}>
          <div className={styles.fields}>
            <TextInput
              label={t('field.title')}
              maxLength={MAX_TITLE_CHARACTERS}
              dir="auto"
              disabled={progress !== undefined}
              data-autofocus
              {...form.field('title')}
            />
            {!isWhole && (
              <NativeSelect
                label={t('decks.seconds')}
                value={String(duration)}
                disabled={progress !== undefined}
                data={durationOptions(duration).map((seconds) => ({
                  value: String(seconds),
                  label:
                    seconds === 0
                      ? t('field.duration-default', { seconds: DEFAULT_PLAYER_DURATION_SECONDS })
                      : t('field.duration-option', { count: seconds }),
                }))}
                onChange={(event) => change({ duration: Number(event.currentTarget.value) })}
              />
            )}
          </div>
          <p className={styles.lead} role="status">
            {isDrawn
              ? `${pagesInWords(drawn.length, settings, { t, number })}. ${t(isWhole ? 'decks.leave-out-later' : 'decks.leave-out')}`
              : reading.status === 'drawing'
                ? t('decks.drawing', { page: number(pages.length), pages: number(reading.pages) })
                : t('decks.opening', { kind })}
          </p>
          {isDrawn && before && !isAlike && (
            <Note>{t('decks.other-count', { kind, before: number(before.pages), now: number(drawn.length) })}</Note>
          )}
          {isDrawn && known && <p className={styles.note}>{t('decks.known', { kind })}</p>}
          <Notes pages={pages} reading={reading} screens={screens} />
          <DeckPages
            pages={sheetsOf(pages, reading)}
            settings={settings}
            duration={duration}
            disabled={!isDrawn || progress !== undefined}
            onChange={isWhole ? undefined : (chosen) => change({ settings: chosen })}
          />
          {isDrawn && (
            <AlternativeText
              disabled={progress !== undefined}
              value={form.values.alternativeText}
              error={form.errorAt('alternativeText')}
              onChange={(alternativeText) => change({ alternativeText })}
            />
          )}
          {progress && !known && (
            <Sent done={progress.done} of={drawn.length} isWaiting={progress.isWaiting} onCancel={cancelSending} />
          )}
          <FormActions
            submitLabel={submitLabel}
            isBusy={progress !== undefined}
            ready={isDrawn && left > 0}
            onCancel={onClose}
          />
        </FormBody>
      )}
    </Dialog>
  )
}

/** Damaged pages are shown until all pages are drawn; then the deck leaves them out. */
function sheetsOf(pages: readonly ReadPage[], reading: Reading) {
  const sheets = pages.map(({ page, src }) => ({ src, isDamaged: page === undefined }))
  if (reading.status === 'drawn') return sheets.filter(({ isDamaged }) => !isDamaged)
  const total = reading.status === 'drawing' ? reading.pages : 0
  return [...sheets, ...Array.from({ length: Math.max(0, total - sheets.length) }, () => ({ src: undefined }))]
}

/** CT2: the deck that was made from the same bytes, if it has the same number of pages. */
function useKnownDeck(organisationId: OrganisationId, sha256: string | undefined, pages: number | undefined) {
  const [known, setKnown] = useState<NewDeck['deck']>()
  useEffect(() => {
    if (sha256 === undefined || pages === undefined) return
    const controller = new AbortController()
    findDeck(organisationId, sha256, controller.signal)
      .then((deck) => {
        if (deck?.pages.length === pages) setKnown(deck)
      })
      // On failure it is sent again.
      .catch(() => {})
    return () => controller.abort()
  }, [organisationId, sha256, pages])
  return known
}

/** The stored form of a deck. */
const StoredDeck = z.object({ pages: z.array(z.string()) })

async function findDeck(organisationId: OrganisationId, sha256: string, signal: AbortSignal) {
  const { file } = await call('findKnownFile', { params: { organisationId }, query: { sha256 }, signal })
  if (file?.kind !== 'deck') return undefined
  const stored = await fetch(file.url, { signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]) })
  const { pages } = StoredDeck.parse(await stored.json())
  return { id: file.id, url: file.url, pages: pages.map((url) => ({ url })) }
}

/** Warnings about the pages, before they are on a screen. */
function Notes({
  pages,
  reading,
  screens,
}: {
  pages: readonly ReadPage[]
  reading: Reading
  screens: Props['screens']
}) {
  const { t, number } = useI18n()
  if (reading.status !== 'drawn') return null
  const drawn = pages.flatMap(({ page }): DrawnPage[] => (page ? [page] : []))
  const damaged = pages.filter(({ page }) => !page).map(({ number: page }) => number(page))
  const lacking = pages.filter(({ page }) => page?.lacksLetters).map(({ number: page }) => number(page))
  const small = legibilityOf(drawn, screens)
  return (
    <>
      {damaged.length > 0 && (
        <Note>{t('decks.damaged-pages', { count: damaged.length, pages: damaged.join(', ') })}</Note>
      )}
      {lacking.length > 0 && (
        <Note>{t('decks.lacks-letters', { count: lacking.length, pages: lacking.join(', ') })}</Note>
      )}
      {small && (
        <Note>
          {t('decks.small', {
            px: number(small.px),
            metres: number(small.metres),
            points: number(small.points),
          })}
          {small.uprightPx > small.px * 1.2 && ` ${t('decks.small-upright', { px: number(small.uprightPx) })}`}
        </Note>
      )}
    </>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className={styles.warning}>
      <WarningIcon size={18} />
      <span>{children}</span>
    </p>
  )
}

function Sent({
  done,
  of,
  isWaiting,
  onCancel,
}: {
  done: number
  of: number
  isWaiting: boolean
  onCancel: () => void
}) {
  const { t, number } = useI18n()
  const id = useId()
  useEffect(() => {
    if (isWaiting) announce(t('decks.waiting'))
  }, [isWaiting, t])
  return (
    <div className={styles.sent}>
      <p id={id}>{isWaiting ? t('decks.waiting') : t('decks.sending', { done: number(done), pages: number(of) })}</p>
      <Progress value={(done / of) * 100} aria-labelledby={id} />
      <Button variant="subtle" size="compact-sm" onClick={onCancel}>
        {t('decks.stop')}
      </Button>
    </div>
  )
}

type LockedProps = { isWrong: boolean; onTry: (password: string) => void; onClose: () => void }

function Locked({ isWrong, onTry, onClose }: LockedProps) {
  const { t } = useI18n()
  const form = useForm({
    schema: z.object({ password: z.string().min(1) }),
    start: () => ({ password: '' }),
    save: ({ password }) => onTry(password),
  })
  return (
    <FormBody form={form} className={styles.form}>
      <p className={styles.lead}>{t('decks.locked')}</p>
      <PasswordInput
        label={t('decks.password')}
        autoComplete="off"
        data-autofocus
        {...form.field('password')}
        error={isWrong ? t('decks.wrong-password') : undefined}
      />
      <FormActions
        submitLabel={t('decks.open')}
        isBusy={false}
        ready={form.values.password !== ''}
        onCancel={onClose}
      />
    </FormBody>
  )
}

type StoppedProps = { words: string; isProblem?: boolean; onClose: () => void; children?: ReactNode }

function Stopped({ words, isProblem = false, onClose, children }: StoppedProps) {
  const { t } = useI18n()
  return (
    <>
      {isProblem ? <ErrorBox message={words} /> : <p className={styles.lead}>{words}</p>}
      <DialogActions>
        <Button variant="default" onClick={onClose} {...(children ? {} : { 'data-autofocus': true })}>
          {t(children ? 'action.cancel' : 'action.close')}
        </Button>
        {children}
      </DialogActions>
    </>
  )
}
