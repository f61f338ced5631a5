import { NativeSelect, TextInput, UnstyledButton } from '@mantine/core'
import {
  MAX_SCROLL_PX,
  type OrganisationId,
  readItemUrl,
  type WebPageCheck,
  type WebPageView,
  type WebPageWhy,
} from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { useTyped } from '../../../platform/form/use-typed.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { WarningIcon } from '../../../platform/ui/icons.tsx'
import styles from './web-page-fields.module.css'

const ZOOMS = [25, 33, 50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400]
const RELOADS = [1, 5, 10, 15, 30, 60, 120, 360, 720, 1_440]
/** An arrow button scrolls the page by about a third of the screen's height. */
const SCROLL_STEP_PX = 100

type Props = {
  organisationId: OrganisationId
  /** Complete, as it would be saved. */
  url: string
  view: WebPageView
  onView: (view: WebPageView) => void
  /** Receives the page's own title, when the server has read it. */
  onTitle?: ((title: string) => void) | undefined
  /** Called to add the feed that the page names; omitted: not possible here. */
  onFeed?: ((address: string) => void) | undefined
}

/** CT15: the settings of a web page, and a check that screens can show it. */
export default function WebPageFields({ organisationId, url, view, onView, onTitle, onFeed }: Props) {
  const { t } = useI18n()
  const { zoom = 100, scroll = 0, reloadMinutes } = view
  const withOwn = (options: number[], own: number | undefined) =>
    own === undefined || options.includes(own) ? options : [...options, own].sort((one, other) => one - other)
  return (
    <>
      <Verdict organisationId={organisationId} url={url} onTitle={onTitle} onFeed={onFeed} />
      <div className={styles.pair}>
        <NativeSelect
          label={t('web-page.zoom')}
          value={String(zoom)}
          data={withOwn(ZOOMS, zoom).map((one) => ({
            value: String(one),
            label: t('web-page.percent', { zoom: one }),
          }))}
          onChange={({ currentTarget }) => onView({ ...view, zoom: Number(currentTarget.value) })}
        />
        <TextInput
          type="number"
          inputMode="numeric"
          label={t('web-page.scroll')}
          min={0}
          max={MAX_SCROLL_PX}
          step={SCROLL_STEP_PX}
          value={scroll === 0 ? '' : String(scroll)}
          placeholder={t('web-page.scroll-none')}
          onChange={({ currentTarget }) => {
            const typed = Math.round(Number(currentTarget.value))
            onView({ ...view, scroll: Number.isFinite(typed) ? Math.min(Math.max(0, typed), MAX_SCROLL_PX) : 0 })
          }}
        />
      </div>
      <NativeSelect
        label={t('web-page.reload')}
        description={t('web-page.reload-hint')}
        value={reloadMinutes === undefined ? KEPT_OPEN : String(reloadMinutes)}
        data={[
          { value: KEPT_OPEN, label: t('web-page.keep-open') },
          ...withOwn(RELOADS, reloadMinutes).map((one) => ({
            value: String(one),
            label: t('web-page.load-every', { count: one }),
          })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const { reloadMinutes: _, ...rest } = view
          onView(value === KEPT_OPEN ? rest : { ...rest, reloadMinutes: Number(value) })
        }}
      />
    </>
  )
}

const KEPT_OPEN = 'kept-open'

function Verdict({
  organisationId,
  url,
  onTitle,
  onFeed,
}: Pick<Props, 'organisationId' | 'url' | 'onTitle' | 'onFeed'>) {
  const { t } = useI18n()
  const typed = useTyped(url)
  const address = readItemUrl('webpage', typed)
  const { data, error, isFetching } = useQuery({
    queryKey: ['web-page-check', organisationId, typed],
    queryFn: ({ signal }) => call('checkWebPage', { params: { organisationId }, body: { url: typed }, signal }),
    enabled: address.playable,
    staleTime: 60_000,
    retry: false,
  })
  const title = data?.title
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the page is another one, not when its listener is
  useEffect(() => {
    if (title !== undefined) onTitle?.(title)
  }, [title])
  const isAsked = address.playable && typed === url
  const isBad = isAsked && !isFetching && (data?.verdict === 'forbidden' || error !== null)
  return (
    <div className={styles.verdict} role="status" data-verdict={isAsked && !isFetching ? data?.verdict : undefined}>
      {isBad && <WarningIcon size={18} />}
      <p className={styles.words}>
        {!isAsked ? t('web-page.offline') : isFetching ? t('web-page.asking') : wordsOf(data, error, t)}
        {data?.finalUrl !== undefined && hostOf(data.finalUrl) !== hostOf(typed) && isAsked && !isFetching && (
          <> {t('web-page.leads-to', { host: hostOf(data.finalUrl) })}</>
        )}
        {isAsked && !isFetching && data?.verdict !== 'forbidden' && <> {t('web-page.offline')}</>}
        {isAsked && onFeed && data?.feedUrl !== undefined && (
          <UnstyledButton className={styles.feed ?? ''} onClick={() => onFeed(data.feedUrl as string)}>
            {t('web-page.take-feed')}
          </UnstyledButton>
        )}
      </p>
    </div>
  )
}

/** The host of a valid address. */
const hostOf = (url: string) => new URL(url).host

function wordsOf(check: WebPageCheck | undefined, error: unknown, t: ReturnType<typeof useI18n>['t']): string {
  if (!check) return codeOf(error) === 'too-many-requests' ? t('web-page.asked-too-often') : t('web-page.not-asked')
  return check.why === null ? t('web-page.allowed') : t(WORDS[check.why])
}

const WORDS = {
  'x-frame-options': 'web-page.forbidden',
  'frame-ancestors': 'web-page.forbidden',
  'own-page': 'web-page.own',
  'mixed-content': 'web-page.mixed',
  'address-not-allowed': 'web-page.private',
  unreachable: 'web-page.unreachable',
  'too-slow': 'web-page.too-slow',
  'too-large': 'web-page.odd',
  'too-many-redirects': 'web-page.odd',
  status: 'web-page.failed',
  'not-a-page': 'web-page.no-page',
} as const satisfies Record<WebPageWhy, string>
