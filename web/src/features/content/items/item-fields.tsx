import { NativeSelect, Switch, TextInput } from '@mantine/core'
import {
  DEFAULT_PLAYER_DURATION_SECONDS,
  type DeckSettings,
  type Item,
  ItemType,
  MAX_TITLE_CHARACTERS,
  MEDIA_PATH,
} from '@placard/contract'
import { type RefObject, useRef } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { URL_FIELD } from '../../../platform/ui/url-field.ts'
import { writeLength } from '../../../platform/ui/write-length.ts'
import { durationOptions } from './duration-options.ts'
import { placeOf } from './focus.ts'
import { EMPTY_DRAFT, type ItemDraft } from './item-draft.ts'
import styles from './item-fields.module.css'
import { ITEM_KINDS } from './item-kinds.ts'
import { keptAddress } from './media-address.ts'
import { completeAddress } from './typed-address.ts'
import { usePlaying } from './use-playing.ts'

type FieldProps = { draft: ItemDraft; onChange: (change: Partial<ItemDraft>) => void; disabled?: boolean }

export function TypeField({ draft, onChange, disabled = false }: FieldProps) {
  const { t } = useI18n()
  return (
    <NativeSelect
      label={t('field.type')}
      disabled={disabled}
      value={draft.type}
      data={ItemType.options
        .filter((type) => ITEM_KINDS[type].madeBy === 'container-form')
        .map((value) => ({ value, label: t(`items.type.${value}`) }))}
      onChange={(event) => {
        const type = ItemType.safeParse(event.currentTarget.value)
        if (type.success) onChange({ type: type.data })
      }}
    />
  )
}

type TextFieldProps = FieldProps & { error?: string | undefined; fieldRef?: RefObject<HTMLInputElement | null> }

export function TitleField(props: TextFieldProps & { autoFocus?: boolean }) {
  const { draft, onChange, disabled = false, error, fieldRef, autoFocus = false } = props
  const { t } = useI18n()
  return (
    <TextInput
      label={t('field.title')}
      disabled={disabled}
      value={draft.title}
      maxLength={MAX_TITLE_CHARACTERS}
      dir="auto"
      error={error}
      {...(fieldRef ? { ref: fieldRef } : {})}
      {...(autoFocus ? { 'data-autofocus': true } : {})}
      onChange={(event) => onChange({ title: event.currentTarget.value })}
    />
  )
}

type AddressFieldProps = TextFieldProps & {
  label: string
  hint?: string | undefined
  judge: boolean
  /** The address of a stored file means nothing to people, so the field is empty. Leaving it empty keeps the file. */
  hidesStored?: boolean
  autoFocus?: boolean
}

/** V1: says if the address can be played, but never prevents saving it. */
export function AddressField(props: AddressFieldProps) {
  const { t } = useI18n()
  const { draft, hidesStored = false } = props
  const kept = keptAddress(draft.address, location.origin)
  const isStored = hidesStored && isStoredAddress(draft.address)
  const stored = useRef(draft.address)
  if (isStored) stored.current = draft.address
  const { problem, why, becomes } = usePlaying(draft, completeAddress(kept))
  const isWrong = problem !== undefined && (props.judge || problem === 'too-long')
  return (
    <TextInput
      {...URL_FIELD}
      label={props.label}
      description={isStored ? t('field.url-stored-hint') : (becomes ?? props.hint)}
      placeholder={isStored ? t('field.url-stored') : ''}
      disabled={props.disabled ?? false}
      value={isStored ? '' : draft.address}
      error={problem === 'too-long' || !props.error ? isWrong && why : props.error}
      classNames={{ input: (problem === undefined ? styles.valid : isWrong ? styles.invalid : '') ?? '' }}
      {...(props.fieldRef ? { ref: props.fieldRef } : {})}
      {...(props.autoFocus ? { 'data-autofocus': true } : {})}
      onChange={({ currentTarget: { value } }) =>
        props.onChange({
          address: value === '' && hidesStored && isStoredAddress(stored.current) ? stored.current : value,
        })
      }
    />
  )
}

const isStoredAddress = (address: string) => MEDIA_PATH.test(keptAddress(address, location.origin))

/** K1. For a film, its whole length is the first option. @param filmSeconds the length of the film, if known */
export function DurationField(
  props: FieldProps & {
    filmSeconds: number | undefined
    /** The length of a stored film in milliseconds: without a duration the film is shown for that long. */
    lengthMs?: number | undefined
    /** Omitted: the label for all containers. */
    label?: string
  },
) {
  const { t } = useI18n()
  const { draft, onChange, disabled = false, lengthMs } = props
  const filmSeconds = lengthMs === undefined ? props.filmSeconds : lengthMs / 1_000
  const whole = lengthMs === undefined ? filmSeconds : null
  // The item's original value stays available after another one is picked.
  const first = useRef(draft.duration ?? 0).current
  const isWhole = filmSeconds !== undefined && draft.duration === whole
  const options = durationOptions(isWhole || first === filmSeconds ? 0 : first).filter(
    (seconds) => seconds !== 0 || first === 0,
  )
  const chosen = draft.duration ?? 0
  if (!isWhole && !options.includes(chosen)) options.push(chosen)
  const told = filmSeconds === undefined ? undefined : cutOrRepeated(draft.duration, filmSeconds)
  return (
    <NativeSelect
      label={props.label ?? t('field.duration')}
      description={
        filmSeconds !== undefined
          ? told && t(told, { length: writeLength(filmSeconds) })
          : ITEM_KINDS[draft.type].length === null
            ? undefined
            : t('field.duration-unknown')
      }
      disabled={disabled}
      value={isWhole ? WHOLE : String(chosen)}
      data={[
        ...(filmSeconds === undefined
          ? []
          : [
              {
                value: WHOLE,
                label: t(lengthMs === undefined ? 'field.duration-whole' : 'field.duration-length', {
                  length: writeLength(filmSeconds),
                }),
              },
            ]),
        ...options.map((seconds) => ({
          value: String(seconds),
          label: durationInWords(seconds, t),
        })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        onChange({ duration: value === WHOLE ? (whole ?? null) : Number(value) })
      }
    />
  )
}

const WHOLE = 'whole'

/** CT7: the effect of a duration that differs from the film's length. */
function cutOrRepeated(
  duration: number | null,
  filmSeconds: number,
): 'field.film-cut' | 'field.film-repeats' | undefined {
  const seconds = duration === 0 ? DEFAULT_PLAYER_DURATION_SECONDS : duration
  if (seconds === null || Math.abs(seconds - filmSeconds) < 1) return undefined
  return seconds < filmSeconds ? 'field.film-cut' : 'field.film-repeats'
}

/** CT7: the sound of a film. Renders nothing for items without sound. @param film the facts of the draft's stored film */
export function SoundField({ draft, onChange, disabled = false, film }: FieldProps & { film: Item['film'] }) {
  const { t } = useI18n()
  if (draft.type !== 'video' || (film && !film.sound && !draft.sound)) return null
  return (
    <Switch
      className={styles.visible ?? ''}
      label={t('field.sound')}
      description={t('field.sound-hint')}
      disabled={disabled}
      checked={draft.sound}
      onChange={(event) => onChange({ sound: event.currentTarget.checked })}
    />
  )
}

export function VisibleField({ draft, onChange, disabled = false }: FieldProps) {
  const { t } = useI18n()
  return (
    <Switch
      className={styles.visible ?? ''}
      label={t('field.visible')}
      description={t('field.visible-hint')}
      disabled={disabled}
      checked={draft.visible}
      onChange={(event) => onChange({ visible: event.currentTarget.checked })}
    />
  )
}

type ShownValues = { duration: number; visible: boolean }

/** The last fields of a form for one kind of item that is no film. */
export function DurationAndVisible(props: { values: ShownValues; onChange: (change: Partial<ShownValues>) => void }) {
  const draft = { ...EMPTY_DRAFT, ...props.values }
  return (
    <>
      <DurationField
        draft={draft}
        onChange={({ duration }) => props.onChange({ duration: duration ?? 0 })}
        filmSeconds={undefined}
      />
      <VisibleField draft={draft} onChange={({ visible }) => props.onChange({ visible: visible === true })} />
    </>
  )
}

type Words = Record<Exclude<keyof ItemDraft, 'focus'>, [label: string, inWords: (draft: ItemDraft) => string]>

/** Each field in words. The focus is included in `fit`. */
export function fieldsInWords(t: ReturnType<typeof useI18n>['t']): Words {
  return {
    title: [t('field.title'), ({ title }) => title],
    address: [t('field.url'), ({ address }) => addressInWords(address, t)],
    type: [t('field.type'), ({ type }) => t(`items.type.${type}`)],
    duration: [
      t('field.duration'),
      ({ duration }) => (duration === null ? t('field.duration-its-length') : durationInWords(duration, t)),
    ],
    deck: [t('decks.pages'), ({ deck }) => deckInWords(deck, t)],
    visible: [t('field.visible'), ({ visible }) => t(visible ? 'conflict.visible-yes' : 'conflict.visible-no')],
    sound: [t('field.sound'), ({ sound }) => t(sound ? 'conflict.visible-yes' : 'conflict.visible-no')],
    fit: [
      t('field.fit'),
      ({ fit, focus }) =>
        fit === 'contain' ? t('fit.contain') : `${t('fit.cover')} (${t(`focus.${placeOf(focus)}`)})`,
    ],
    webPage: [t('web-page.view'), ({ webPage }) => viewInWords(webPage, t)],
  }
}

function viewInWords(view: ItemDraft['webPage'], t: ReturnType<typeof useI18n>['t']): string {
  const { zoom = 100, scroll = 0, reloadMinutes } = view
  const reload = reloadMinutes === undefined ? t('web-page.kept-open') : t('web-page.every', { count: reloadMinutes })
  return [t('web-page.zoom-of', { zoom }), t('web-page.scroll-of', { scroll }), reload].join(' · ')
}

/** Stored files are told apart by the end of their names. */
function addressInWords(address: string, t: ReturnType<typeof useI18n>['t']): string {
  return isStoredAddress(address) ? `${t('field.url-stored')} (…${address.slice(-10)})` : address
}

function deckInWords({ without, seconds }: DeckSettings, t: ReturnType<typeof useI18n>['t']): string {
  const out = without.length === 0 ? t('decks.all') : t('decks.without', { pages: without.join(', ') })
  const times = seconds.map((time) => t('decks.time-of', { page: time.page, seconds: time.seconds }))
  return [out, ...times].join(' · ')
}

function durationInWords(seconds: number, t: ReturnType<typeof useI18n>['t']): string {
  return seconds === 0
    ? t('field.duration-default', { seconds: DEFAULT_PLAYER_DURATION_SECONDS })
    : t('field.duration-option', { count: seconds })
}
