import { InputBase, NativeSelect, Switch, TextInput } from '@mantine/core'
import {
  isBlank,
  MAX_BYLINE_CHARACTERS,
  MAX_HEADING_CHARACTERS,
  MAX_LINK_CHARACTERS,
  MAX_NOTICE_CHARACTERS,
  NO_PICTURE,
  NOTICE_LOOKS,
  type ProgrammeKey,
} from '@placard/contract'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useContext, useRef, useState } from 'react'
import type { Form } from '../../../platform/form/use-form.ts'
import dialog from '../../../platform/ui/dialog.module.css'
import { DrawnChoice } from '../../../platform/ui/drawn-choice.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { Icon } from '../../../platform/ui/icons.tsx'
import { durationOptions } from '../items/duration-options.ts'
import looks from '../items/looks.module.css'
import { placesOf } from '../items/media-address.ts'
import { MediaFrom } from '../items/media-from.ts'
import NoticePicture from '../items/notice-picture.tsx'
import { WordsAndValues } from '../values/insert-value.tsx'
import { LiveWords, type TextField, Tool } from '../values/live-words.tsx'
import { namedText } from '../values/named-text.ts'
import { createValueNames, type ValueNames, withNames } from '../values/names.ts'
import { type Clock, type NoticeDraft, secondsToRead, TO_READ, wordsShown } from './notice-draft.ts'
import styles from './notice-form.module.css'
import { goOnWithList, makeBold, makeList } from './write.ts'

type Props = {
  form: Form<NoticeDraft>
  clock: Clock
  /** The button that adds or replaces the picture. */
  picture: ReactNode
  /** The link to the colour and the logo of all notices. */
  brand: ReactNode
  makeLine: ReactNode
  /** More fields, above the folded ones. */
  more?: ReactNode
  /** Advice on the words, shown below them. */
  advice?: ReactNode
  /** The notice is a proposal, so its visibility is not asked. */
  isProposed?: boolean
  /** The values that it may have. Omitted: none. */
  values?: { programmeKey: ProgrammeKey; names: ValueNames }
}

/** The names of values for a notice that has none. */
const NO_NAMES = createValueNames('')

/** The fields of a notice. Most are folded: heading, text and look are enough. */
export function NoticeFields(props: Props) {
  const { form, clock, picture, brand, makeLine, more, advice, isProposed = false, values } = props
  const { t } = useI18n()
  const { values: draft, errorAt } = form
  const named = (name: 'notice.heading' | 'notice.body' | 'notice.byline', most: number) =>
    namedText(draft[name], values?.names ?? NO_NAMES, most, (text) => form.change({ [name]: text }))
  const bodyText = named('notice.body', MAX_NOTICE_CHARACTERS)
  const body = useRef<HTMLTextAreaElement>(null)
  const heading = useRef<HTMLInputElement>(null)
  /** The field that had the caret last. */
  const last = useRef<TextField>(null)
  const field = () => last.current ?? heading.current
  const noted = {
    onFocus: ({ currentTarget }: FocusEvent<TextField>) => {
      last.current = currentTarget
    },
  }
  // Unfolded if a folded field has a value or an error.
  const [isMore, setMore] = useState(
    draft['notice.byline'] !== '' || draft['notice.link'] !== '' || draft.url !== NO_PICTURE || !draft.visible,
  )
  const hasProblem = errorAt('notice.byline') !== undefined || errorAt('notice.link') !== undefined

  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { currentTarget, key, nativeEvent } = event
    if (nativeEvent.isComposing) return
    if (key === 'Enter' && !event.shiftKey && goOnWithList(currentTarget)) event.preventDefault()
    if (key.toLowerCase() === 'b' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      makeBold(currentTarget)
    }
  }

  return (
    <div className={styles.parts}>
      <TextInput
        ref={heading}
        label={t('notices.heading')}
        dir="auto"
        {...form.field('notice.heading')}
        {...named('notice.heading', MAX_HEADING_CHARACTERS)}
        {...noted}
        data-autofocus
      />
      <div className={styles.text}>
        <InputBase<'textarea'>
          ref={body}
          component="textarea"
          multiline
          size="md"
          label={t('notices.body')}
          description={t('notices.body-hint')}
          rows={Math.min(MOST_ROWS, Math.max(LEAST_ROWS, draft['notice.body'].split('\n').length + 1))}
          dir="auto"
          classNames={{ input: styles.body ?? '' }}
          name="notice.body"
          error={errorAt('notice.body')}
          {...bodyText}
          onKeyDown={(event) => {
            bodyText.onKeyDown(event)
            press(event)
          }}
          {...noted}
        />
        <Words {...values} field={field}>
          <Tool label={t('notices.bold')} onPress={() => body.current && makeBold(body.current)}>
            <b>{t('notices.bold-letter')}</b>
          </Tool>
          <Tool label={t('notices.list')} onPress={() => body.current && makeList(body.current)}>
            <ListIcon />
          </Tool>
        </Words>
      </div>
      {advice}
      <LookField form={form} clock={clock} />
      {brand}
      {more}
      <details
        className={dialog.fold}
        open={isMore || hasProblem}
        onToggle={({ currentTarget }) => setMore(currentTarget.open)}
      >
        <summary>{t('notices.more')}</summary>
        <div className={styles.parts}>
          <TextInput
            label={t('notices.byline')}
            description={t('notices.byline-hint')}
            dir="auto"
            {...form.field('notice.byline')}
            {...named('notice.byline', MAX_BYLINE_CHARACTERS)}
            {...noted}
          />
          <div className={styles.picture}>
            <span className={styles.label}>{t('notices.picture')}</span>
            <div className={styles.pictureRow}>
              {draft.url !== NO_PICTURE && <PictureInSmall key={draft.url} url={draft.url} />}
              {picture}
              {draft.url !== NO_PICTURE && (
                <Tool onPress={() => form.change({ url: NO_PICTURE })}>{t('notices.no-picture')}</Tool>
              )}
            </div>
          </div>
          <TextInput
            label={t('notices.link')}
            description={t('notices.link-hint')}
            placeholder="example.org/menu"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={MAX_LINK_CHARACTERS}
            dir="ltr"
            {...form.field('notice.link')}
          />
          <DurationField form={form} clock={clock} />
          {!isProposed && (
            <Switch label={t('field.visible')} description={t('field.visible-hint')} {...form.toggle('visible')} />
          )}
          {makeLine && <div>{makeLine}</div>}
        </div>
      </details>
    </div>
  )
}

/** The buttons below the text: with values, or without. */
function Words({ programmeKey, names, ...rest }: Partial<NonNullable<Props['values']>> & WordsProps) {
  return programmeKey && names ? (
    <WordsAndValues programmeKey={programmeKey} names={names} {...rest} />
  ) : (
    <LiveWords {...rest} />
  )
}

type WordsProps = { field: () => TextField | null; children: ReactNode }

const LEAST_ROWS = 3
const MOST_ROWS = 10

function PictureInSmall({ url }: { url: string }) {
  const { t } = useI18n()
  const mediaUrl = useContext(MediaFrom)
  return (
    <img className={styles.pictureSeen} src={placesOf(url, { small: true, mediaUrl })[0]} alt={t('notices.picture')} />
  )
}

/** CT11: each look, drawn with the current words. */
function LookField({ form, clock }: Pick<Props, 'form' | 'clock'>) {
  const { t } = useI18n()
  const { values: draft } = form
  const { heading, body } =
    isBlank(draft['notice.heading']) && isBlank(draft['notice.body'])
      ? { heading: t('notices.sample-heading'), body: t('notices.sample-body') }
      : (wordsShown(draft, clock) ?? { heading: '', body: '' })
  return (
    <div className={looks.looks}>
      <DrawnChoice
        legend={t('notices.look')}
        value={draft['notice.look']}
        options={NOTICE_LOOKS.map((look) => ({
          value: look,
          label: t(`notices.look.${look}`),
          drawing: <NoticePicture notice={{ look, heading, body, byline: '' }} url={draft.url} />,
        }))}
        onChange={(look) => form.change({ 'notice.look': look })}
      />
    </div>
  )
}

function DurationField({ form, clock }: Pick<Props, 'form' | 'clock'>) {
  const { t } = useI18n()
  const { values: draft } = form
  const chosen = draft.duration === TO_READ ? [] : durationOptions(Number(draft.duration))
  const options = chosen.length > 0 ? chosen : durationOptions(5)
  return (
    <NativeSelect
      label={t('field.duration')}
      {...form.field('duration')}
      data={[
        { value: TO_READ, label: t('notices.to-read', { count: secondsToRead(draft, clock) }) },
        ...options.map((seconds) => ({
          value: String(seconds),
          label: t('field.duration-option', { count: seconds }),
        })),
      ]}
    />
  )
}

/** Each field in words. */
export function fieldsInWords(
  t: ReturnType<typeof useI18n>['t'],
  names: ValueNames,
): [label: string, inWords: (draft: NoticeDraft) => string][] {
  return [
    [t('notices.heading'), (draft) => withNames(draft['notice.heading'], names)],
    [t('notices.body'), (draft) => withNames(draft['notice.body'], names)],
    [t('notices.byline'), (draft) => withNames(draft['notice.byline'], names)],
    [t('notices.look'), (draft) => t(`notices.look.${draft['notice.look']}`)],
    [t('notices.link'), (draft) => draft['notice.link']],
    // Stored files are told apart by the end of their names.
    [t('notices.picture'), ({ url }) => (url === NO_PICTURE ? '–' : `…${url.slice(-10)}`)],
    [
      t('field.duration'),
      ({ duration }) =>
        duration === TO_READ ? t('notices.as-read') : t('field.duration-option', { count: Number(duration) }),
    ],
    [t('field.visible'), ({ visible }) => t(visible ? 'conflict.visible-yes' : 'conflict.visible-no')],
  ]
}

const ListIcon = () => (
  <Icon size={18} flip>
    <path d="M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01" />
  </Icon>
)
