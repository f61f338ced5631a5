import { Button, NativeSelect, TextInput } from '@mantine/core'
import {
  type CheckedFeed,
  type FeedSettings,
  type FeedWindow,
  isBlank,
  MAX_TITLE_CHARACTERS,
  MAX_URL_CHARACTERS,
  NO_PICTURE,
  NOTICE_LOOKS,
  type ProgrammeKey,
  readItemUrl,
  type Schedule,
} from '@placard/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { AlsoChanged } from '../../../platform/form/also-changed.tsx'
import beside from '../../../platform/form/beside.module.css'
import { FormActions } from '../../../platform/form/form-actions.tsx'
import { FormBody } from '../../../platform/form/form-body.tsx'
import type { Form } from '../../../platform/form/use-form.ts'
import { useTyped } from '../../../platform/form/use-typed.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { DrawnChoice } from '../../../platform/ui/drawn-choice.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'
import { FeedIcon, NoticeIcon, RetryIcon, TextIcon } from '../../../platform/ui/icons.tsx'
import { URL_FIELD } from '../../../platform/ui/url-field.ts'
import styles from './feed-dialog.module.css'
import { asOf, feedCheckOf } from './feed-state.ts'
import { Wrong } from './feed-status.tsx'
import { FeedTally } from './feed-tally.tsx'
import looks from './looks.module.css'
import NoticePicture from './notice-picture.tsx'
import { NoticesHere } from './notices-here.ts'
import { completeLink, feedAddressOf } from './typed-address.ts'

/** The values of the form. `feed` undefined: defaults for the kind of feed that is found. */
export type FeedDraft = { title: string; url: string; feed: FeedSettings | undefined }

const COUNTS = [1, 2, 3, 5, 10, 15, 20]
const AGES = [1, 2, 3, 7, 14, 30, 90, 365]
const WINDOWS = ['next', 'today', 'week'] as const satisfies readonly FeedWindow[]
/** Number of entries in the sample. */
const SEEN = 6

/** The address as it is saved and requested. */
export const feedUrlOf = (typed: string): string => feedAddressOf(typed) ?? completeLink(typed)

type Props = {
  programmeKey: ProgrammeKey
  form: Form<FeedDraft>
  heading: string
  /** Absent: "Save". */
  submitLabel?: string
  /** Lines or notices, if the place where the feed is added already decides it. */
  as?: FeedSettings['as'] | undefined
  onClose: () => void
}

/** FD1: the address of a feed, its content, and the settings for showing it. */
export function FeedDialog({ programmeKey, form, heading, submitLabel, as, onClose }: Props) {
  const { t, language } = useI18n()
  const { organisationId } = programmeKey
  const { data: programme } = useProgramme(programmeKey)
  const { values: draft, change } = form
  const url = feedUrlOf(draft.url)
  const typed = useTyped(url)
  const isAddress = readItemUrl('feed', typed).playable
  const asked = {
    url: typed,
    ...(draft.feed ? { feed: draft.feed } : {}),
    language: programme?.language ?? dateLocale(language).replace(/-u-.*$/, ''),
    timeZone: programme?.timeZone,
  }
  const client = useQueryClient()
  const check = feedCheckOf(organisationId, asked)
  const { mutate: readAgain, isPending: isReading } = useMutation({
    mutationFn: () => call('checkFeed', { params: { organisationId }, body: { ...asked, again: true } }),
    onSuccess: (feed) => client.setQueryData(check.queryKey, feed),
  })
  const { data, error, isFetching } = useQuery({
    ...check,
    enabled: isAddress && programme !== undefined,
  })
  const found = isAddress && !error ? data : undefined

  // Takes over the feed's own title and the defaults for its kind, unless the user has changed them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: taken over once something else is found, not while somebody types
  useEffect(() => {
    if (!found || found.kind === null) return
    change({
      ...(found.url === typed ? {} : { url: found.url }),
      ...(isBlank(draft.title) ? { title: (found.title || hostOf(found.url)).slice(0, MAX_TITLE_CHARACTERS) } : {}),
      ...(draft.feed ? {} : { feed: as === undefined ? found.feed : { ...found.feed, as } }),
    })
  }, [found?.url, found?.kind])

  return (
    <Dialog title={heading} onClose={onClose} size="wide">
      <NoticesHere value={{ organisationId, zoneOffsets: programme?.zoneOffsets }}>
        <FormBody form={form} className={beside.form}>
          <div className={`${beside.beside} ${styles.beside}`}>
            <section className={styles.found} aria-label={t('feed.found')} data-busy={isFetching || undefined}>
              {!isAddress ? (
                <p className={styles.hint}>{t('feed.none-yet')}</p>
              ) : error ? (
                <p className={styles.hint} role="status">
                  {t(codeOf(error) === 'too-many-requests' ? 'feed.asked-too-often' : 'feed.not-asked')}
                </p>
              ) : found ? (
                <>
                  <Found feed={found} />
                  {found.problem !== null && (
                    <Button
                      variant="default"
                      className={styles.again ?? ''}
                      leftSection={<RetryIcon size={16} />}
                      loading={isReading}
                      onClick={() => readAgain()}
                    >
                      {t('feed.read-again')}
                    </Button>
                  )}
                </>
              ) : (
                <p className={styles.hint} role="status">
                  {t('feed.asking')}
                </p>
              )}
            </section>
          </div>
          <div className={beside.fields}>
            <TextInput
              {...URL_FIELD}
              label={t('feed.address')}
              description={t('feed.address-hint')}
              maxLength={MAX_URL_CHARACTERS}
              {...form.field('url')}
              {...(draft.url === '' ? { 'data-autofocus': true } : {})}
            />
            <TextInput
              label={t('feed.name')}
              description={t('feed.name-hint')}
              maxLength={MAX_TITLE_CHARACTERS}
              dir="auto"
              {...form.field('title')}
              {...(draft.url === '' ? {} : { 'data-autofocus': true })}
            />
            {draft.feed && <Settings feed={draft.feed} found={found} onChange={(feed) => change({ feed })} />}
            <AlsoChanged programmeKey={programmeKey} />
          </div>
          <FormActions
            submitLabel={submitLabel}
            isBusy={form.isBusy}
            ready={draft.feed !== undefined}
            onCancel={onClose}
          />
        </FormBody>
      </NoticesHere>
    </Dialog>
  )
}

const hostOf = (url: string) => new URL(url).host.replace(/^www\./, '')

function Settings(props: {
  feed: FeedSettings
  found: CheckedFeed | undefined
  onChange: (feed: FeedSettings) => void
}): ReactNode {
  const { feed, found, onChange } = props
  const { t, number } = useI18n()
  const { window = 'next', maxAgeDays } = feed
  const isCalendar = found?.kind === 'calendar' || (!found && feed.window !== undefined)
  const withOwn = (options: readonly number[], own: number | undefined) =>
    own === undefined || options.includes(own) ? options : [...options, own].sort((one, other) => one - other)
  const sample = found?.entries.find(({ notice }) => notice)?.notice
  return (
    <>
      <DrawnChoice
        compact
        legend={t('feed.as')}
        value={feed.as}
        options={[
          { value: 'lines', label: t('feed.as-lines'), hint: t('feed.as-lines-hint'), drawing: <TextIcon /> },
          { value: 'notices', label: t('feed.as-notices'), hint: t('feed.as-notices-hint'), drawing: <NoticeIcon /> },
        ]}
        onChange={(as) => onChange({ ...feed, as })}
      />
      <div className={styles.pair}>
        {isCalendar && (
          <NativeSelect
            label={t('feed.window')}
            value={window}
            data={WINDOWS.map((value) => ({ value, label: t(`feed.window.${value}`) }))}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...feed, window: WINDOWS.find((one) => one === value) ?? 'next' })
            }
          />
        )}
        {(!isCalendar || window === 'next') && (
          <NativeSelect
            label={t(isCalendar ? 'feed.events' : 'feed.count')}
            value={String(feed.count)}
            data={withOwn(COUNTS, feed.count).map((count) => ({
              value: String(count),
              label: t(isCalendar ? 'feed.next-of' : 'feed.newest-of', { count, entries: number(count) }),
            }))}
            onChange={({ currentTarget: { value } }) => onChange({ ...feed, count: Number(value) })}
          />
        )}
        {!isCalendar && (
          <NativeSelect
            label={t('feed.age')}
            value={maxAgeDays === undefined ? '' : String(maxAgeDays)}
            data={[
              { value: '', label: t('feed.age-never') },
              ...withOwn(AGES, maxAgeDays).map((days) => ({
                value: String(days),
                label: t('feed.age-of', { count: days, days: number(days) }),
              })),
            ]}
            onChange={({ currentTarget: { value } }) => {
              const { maxAgeDays: _, ...rest } = feed
              onChange(value === '' ? rest : { ...rest, maxAgeDays: Number(value) })
            }}
          />
        )}
      </div>
      {feed.as === 'notices' && (
        <div className={looks.looks}>
          <DrawnChoice
            legend={t('notices.look')}
            value={feed.look ?? NOTICE_LOOKS[0]}
            options={NOTICE_LOOKS.map((look) => ({
              value: look,
              label: t(`notices.look.${look}`),
              drawing: (
                <NoticePicture
                  notice={{
                    look,
                    heading: sample?.heading ?? t('notices.sample-heading'),
                    body: sample?.body ?? t('notices.sample-body'),
                    byline: '',
                  }}
                  url={NO_PICTURE}
                />
              ),
            }))}
            onChange={(look) => onChange({ ...feed, look })}
          />
        </div>
      )}
    </>
  )
}

/** The feed that was found at an address, and the entries that are shown now and later. */
function Found({ feed }: { feed: CheckedFeed }) {
  const { t, language, number } = useI18n()
  const { kind, title, url, entries, tally } = feed
  return (
    <>
      {kind !== null && (
        <div className={styles.source}>
          <span className={styles.icon}>
            <FeedIcon size={20} />
          </span>
          <span className={styles.words}>
            <strong dir="auto">{title || hostOf(url)}</strong>
            <span className={styles.hint}>
              {t(`feed.kind.${kind}`)} · {asOf(feed, serverNow(), { t, language })}
            </span>
          </span>
        </div>
      )}
      <Wrong feed={feed} />
      {tally !== null && <FeedTally tally={tally} />}
      {kind !== null && entries.length === 0 && <p className={styles.hint}>{t('feed.nothing-now')}</p>}
      <ul className={styles.entries} aria-label={t('feed.entries')}>
        {entries.slice(0, SEEN).map(({ id, text, notice, schedule }) => (
          <li key={id} className={notice ? styles.notice : styles.line}>
            {notice && (
              <span className={styles.picture} role="img" aria-label={notice.heading}>
                <NoticePicture notice={notice} url={NO_PICTURE} />
              </span>
            )}
            {text !== undefined && (
              <span className={styles.text} dir="auto">
                {text}
              </span>
            )}
            <Times schedule={schedule} />
          </li>
        ))}
      </ul>
      {entries.length > SEEN && (
        <p className={styles.hint}>
          {t('feed.more', { count: entries.length - SEEN, entries: number(entries.length - SEEN) })}
        </p>
      )}
    </>
  )
}

/** The times at which an entry appears and disappears, by the clock of the display. */
function Times({ schedule }: { schedule: Schedule | undefined }) {
  const { t, language } = useI18n()
  if (!schedule) return null
  const written = (local: string) =>
    new Intl.DateTimeFormat(dateLocale(language), {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'UTC',
    }).format(Date.parse(`${local}Z`))
  const { from, until } = schedule
  if (from !== undefined && until !== undefined)
    return <span className={styles.times}>{t('feed.from-until', { from: written(from), until: written(until) })}</span>
  return until === undefined ? null : <span className={styles.times}>{t('feed.until', { until: written(until) })}</span>
}
