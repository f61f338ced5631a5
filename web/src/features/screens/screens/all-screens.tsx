import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type {
  CommandScreens,
  Display,
  OrganisationId,
  OrganisationScreens,
  ScreenCommand,
  ScreenId,
} from '@placard/contract'
import { memo, useCallback, useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { deviceName, shortId } from '../../../platform/api/screens/device-name.ts'
import { type Health, healthOf, heardAtOf } from '../../../platform/api/screens/health.ts'
import { useAllScreens } from '../../../platform/api/screens/use-all-screens.ts'
import { createSignal } from '../../../platform/signal/signal.ts'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PlusIcon, ScreenIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { LIST_DRAWN_WHOLE, LongList } from '../../../platform/ui/long-list.tsx'
import { ago } from '../../../platform/ui/moments.ts'
import panel from '../../../platform/ui/panel.module.css'
import { Section } from '../../../platform/ui/section.tsx'
import unseen from '../../../platform/ui/unseen.module.css'
import styles from './all-screens.module.css'
import { awayWords } from './away-words.ts'
import { ScreenDetails } from './details.ts'
import { type FirstOpen, PairedButtons, PairedDialogs, SIMPLE_COMMANDS } from './paired-menu.tsx'
import { type LineStatus, ScreenContent, screenEntry } from './screen-line.tsx'
import TypeCode from './type-code.tsx'
import { useScreenCommands } from './use-screen-commands.ts'

const Enrolments = lazyDialog(() => import('./enrolments.tsx'))

type One = OrganisationScreens['screens'][number]
type Filter = 'all' | 'wrong' | 'paired' | 'unstored' | 'older'
const FILTERS: readonly Filter[] = ['all', 'wrong', 'paired', 'unstored', 'older']

type Row = {
  id: string
  one: One
  name: string
  display: string
  place: string
  status: LineStatus
  health: Health | undefined
  /** Its player is not the server's current one. */
  isOlder: boolean
  /** The words that the search looks at. */
  words: string
}

/** Approximate height of a row. */
const ROW_PX = 73

type Props = {
  organisationId: OrganisationId
  canEdit: boolean
  isOwner: boolean
  /** The initial filter. */
  displayId: Display['id'] | undefined
}

/** [SH1] All screens of the organisation by place, each with its content, its time, any problem, and advice. */
export function AllScreens({ organisationId, canEdit, isOwner, displayId }: Props) {
  const { t } = useI18n()
  const { data, error, refetch } = useAllScreens(organisationId)
  const { tell } = useScreenCommands(organisationId)
  const [filter, setFilter] = useState<Filter>('all')
  const [of, setOf] = useState<string>(displayId ?? '')
  const [picks] = useState(createPicks)
  const chosen = useSyncExternalStore(picks.on, picks.chosen)
  const [adding, setAdding] = useState<'one' | 'many'>()
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed.trim().toLocaleLowerCase())
  const [askedId, setAskedId] = useState<Row['id']>()
  const [opened, setOpened] = useState<{ id: ScreenId; what: FirstOpen }>()

  const rows = useMemo(() => (data ? rowsOf(data, t) : []), [data, t])
  const asked = rows.find(({ id }) => id === askedId)
  const counts = useMemo(() => FILTERS.map((one) => rows.filter((row) => isShown(row, one)).length), [rows])
  const shown = useMemo(
    () =>
      rows.filter(
        (row) => isShown(row, filter) && (of === '' || row.one.displayId === of) && row.words.includes(wanted),
      ),
    [rows, filter, of, wanted],
  )
  const places = useMemo(() => placesOf(shown), [shown])
  const picked = shown.flatMap(({ one: { paired } }) => (paired && chosen.has(paired.id) ? [paired.id] : []))

  const open = useCallback((id: ScreenId, what: FirstOpen) => setOpened({ id, what }), [])
  const openedScreen = opened && rows.find(({ one }) => one.paired?.id === opened.id)?.one.paired
  const tellAll = (kind: Exclude<CommandScreens['kind'], 'go-elsewhere'>) => void tell({ kind, screenIds: picked })

  return (
    <Section
      title={t('paired.heading')}
      count={data ? rows.length : undefined}
      loading={!data && !error}
      problem={error && !data ? t(`error.${codeOf(error)}`) : undefined}
      onRetry={refetch}
      tools={
        canEdit && (
          <>
            <Button variant="default" onClick={() => setAdding('many')}>
              {t('enrol.open')}
            </Button>
            <Button leftSection={<PlusIcon />} onClick={() => setAdding('one')}>
              {t('paired.add')}
            </Button>
          </>
        )
      }
    >
      {data && rows.length === 0 && (
        <EmptyState
          icon={<ScreenIcon size={28} />}
          title={t('paired.none')}
          lead={t('paired.none-lead', { address: `${location.origin}/screen` })}
        />
      )}
      {data && rows.length > 0 && (
        <>
          <div className={styles.bar}>
            <fieldset className={styles.filters}>
              <legend className={unseen.words}>{t('paired.filter')}</legend>
              {FILTERS.map((one, index) => (
                <button
                  key={one}
                  type="button"
                  className={styles.filter}
                  aria-pressed={filter === one}
                  onClick={() => setFilter(one)}
                >
                  {t(`paired.filter.${one}`)}
                  <span className={styles.count}>{counts[index]}</span>
                </button>
              ))}
            </fieldset>
            {rows.length > SEARCHED_FROM && (
              <TextInput
                className={styles.search ?? ''}
                type="search"
                aria-label={t('paired.search')}
                placeholder={t('paired.search')}
                maxLength={200}
                value={typed}
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              />
            )}
            {data.displays.length > 1 && (
              <NativeSelect
                aria-label={t('paired.display')}
                value={of}
                onChange={({ currentTarget }) => setOf(currentTarget.value)}
                data={[
                  { value: '', label: t('paired.all-displays') },
                  ...data.displays.map(({ id, name }) => ({ value: id as string, label: name })),
                ]}
              />
            )}
          </div>
          {picked.length > 0 && (
            <div className={styles.picked} role="toolbar" aria-label={t('paired.picked', { count: picked.length })}>
              <strong>{t('paired.picked', { count: picked.length })}</strong>
              {SIMPLE_COMMANDS.map((kind) => (
                <Button key={kind} size="sm" variant="default" onClick={() => tellAll(kind)}>
                  {t(`paired.do.${kind}`)}
                </Button>
              ))}
              <Button size="sm" variant="subtle" color="gray" onClick={() => picks.choose([...chosen], false)}>
                {t('paired.pick-none')}
              </Button>
            </div>
          )}
          {shown.length === 0 && <p className={panel.lead}>{t('paired.none-here')}</p>}
          <Places
            places={places}
            isLong={shown.length > LIST_DRAWN_WHOLE}
            at={data.at}
            canEdit={canEdit}
            picks={picks}
            onOpen={open}
            onDetails={setAskedId}
          />
        </>
      )}
      {data && asked && (
        <ScreenDetails
          name={asked.name}
          at={data.at}
          state={asked.one.told?.state}
          firstSeenAt={asked.one.told?.firstSeenAt}
          browser={asked.one.paired?.about.browser}
          timeZone={asked.one.paired?.about.timeZone}
          paired={asked.one.paired ? { organisationId, screenId: asked.one.paired.id } : undefined}
          canEdit={canEdit}
          onClose={() => setAskedId(undefined)}
        />
      )}
      {adding === 'one' && <TypeCode organisationId={organisationId} onClose={() => setAdding(undefined)} />}
      {data && adding === 'many' && (
        <Enrolments
          organisationId={organisationId}
          displays={data.displays}
          displayId={displayId}
          onClose={() => setAdding(undefined)}
        />
      )}
      {data && opened && openedScreen && (
        <PairedDialogs
          key={opened.id}
          organisationId={organisationId}
          screen={openedScreen}
          displays={data.displays}
          isOwner={isOwner}
          first={opened.what}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Section>
  )
}

/** Shorter lists have no search field. */
const SEARCHED_FROM = 10

/** The screens that are chosen for a command. Kept outside of the list: a tick renders itself, and not a thousand rows. */
type Picks = ReturnType<typeof createPicks>

function createPicks() {
  let chosen: ReadonlySet<ScreenId> = new Set()
  const changed = createSignal()
  return {
    on: changed.on,
    chosen: () => chosen,
    choose: (ids: readonly ScreenId[], isChosen: boolean) => {
      const next = new Set(chosen)
      for (const id of ids)
        if (isChosen) next.add(id)
        else next.delete(id)
      chosen = next
      changed.announce()
    },
  }
}

type PlacesProps = Pick<LineProps, 'at' | 'canEdit' | 'picks' | 'onOpen' | 'onDetails'> & {
  places: ReturnType<typeof placesOf>
  isLong: boolean
}

const Places = memo(function Places({ places, isLong, at, canEdit, picks, onOpen, onDetails }: PlacesProps) {
  const { t } = useI18n()
  return places.map(({ place, rows, above, ids }) => (
    <div key={place} className={styles.group}>
      <div className={styles.place}>
        {canEdit && ids.length > 0 && <TickPlace place={place} ids={ids} picks={picks} />}
        <h3>
          <bdi>{place || t('paired.no-place')}</bdi>
        </h3>
      </div>
      <LongList of={rows} usualPx={ROW_PX} isLong={isLong} above={above} words={nameAndDisplay} entry={entryOf}>
        {(row) => <Line row={row} at={at} canEdit={canEdit} picks={picks} onOpen={onOpen} onDetails={onDetails} />}
      </LongList>
    </div>
  ))
})

/** Chooses all screens of a place. */
function TickPlace({ place, ids, picks }: { place: string; ids: readonly ScreenId[]; picks: Picks }) {
  const { t } = useI18n()
  const count = useSyncExternalStore(picks.on, () => ids.filter((id) => picks.chosen().has(id)).length)
  const all = count === ids.length
  return (
    <Checkbox
      checked={all}
      indeterminate={!all && count > 0}
      onChange={() => picks.choose(ids, !all)}
      aria-label={t('paired.pick-place', { place: place || t('paired.no-place') })}
    />
  )
}

type LineProps = {
  row: Row
  /** The server's time of the answer. */
  at: number
  canEdit: boolean
  picks: Picks
  onOpen: (id: ScreenId, what: FirstOpen) => void
  onDetails: (id: Row['id']) => void
}

function Line({ row, at, canEdit, picks, onOpen, onDetails }: LineProps) {
  const { t, language } = useI18n()
  const { one, name, display, status, health } = row
  const { paired, told } = one
  const heardAt = told ? heardAtOf({ ...told, ...UNTOLD }) : (paired?.seenAt ?? null)
  const [newest] = paired?.commands ?? []
  const advice = adviceOf(row)
  const size = told?.state.viewport ?? paired?.about
  const device = paired ? deviceName(paired.about.browser) : ''
  return (
    <ScreenContent
      status={status}
      name={name}
      level={4}
      meta={
        <>
          <bdi>{display}</bdi>
          {size && <span dir="ltr">{`${size.width} × ${size.height}`}</span>}
          {device && <span>{device}</span>}
          {paired === null && <span>{t('paired.plain')}</span>}
          {row.isOlder && <span>{t('paired.filter.older')}</span>}
        </>
      }
      state={stateWords(row, at, t, language)}
      now={
        <>
          {told?.itemTitle && status !== 'dark' && status !== 'unseen' && (
            <bdi>{t('screens.playing', { title: told.itemTitle })}</bdi>
          )}
          {heardAt !== null && <span>{t('screens.seen', { ago: ago(Math.max(0, at - heardAt), language) })}</span>}
        </>
      }
      buttons={
        canEdit &&
        paired && (
          <>
            <Tick id={paired.id} name={name} picks={picks} />
            <PairedButtons id={paired.id} name={paired.name} onOpen={onOpen} />
          </>
        )
      }
      advice={[
        ...(advice ? [t(advice)] : []),
        ...(paired?.sentTo ? [t('paired.is-sent-to', { address: paired.sentTo })] : []),
        ...(newest && health?.status !== 'dark' ? [commandWords(newest, at, t, language)] : []),
      ]}
      onDetails={() => onDetails(row.id)}
    />
  )
}

const Tick = memo(function Tick({ id, name, picks }: { id: ScreenId; name: string; picks: Picks }) {
  const { t } = useI18n()
  const isChosen = useSyncExternalStore(picks.on, () => picks.chosen().has(id))
  return (
    <Checkbox
      checked={isChosen}
      onChange={() => picks.choose([id], !isChosen)}
      aria-label={t('paired.pick', { name })}
    />
  )
})

/** Properties that a list of a thousand screens leaves out. */
const UNTOLD = { events: [], reports: [], userAgent: '' }

function rowsOf(
  { screens, displays, at, playerBuild }: OrganisationScreens,
  t: ReturnType<typeof useI18n>['t'],
): Row[] {
  const known = new Map(displays.map((display) => [display.id, display]))
  return screens.map((one) => {
    const { paired, told, displayId } = one
    const display = displayId === null ? undefined : known.get(displayId)
    const screenId = paired?.id ?? told?.id ?? ''
    const health =
      told && display
        ? healthOf(
            { ...told, ...UNTOLD },
            {
              at,
              revision: display.revision,
              changedAt: null,
              asleepUntil: display.asleepUntil,
            },
          )
        : undefined
    const isAway = paired !== null && !paired.isConnected && health === undefined
    const name = paired?.name || told?.name || t('screens.unnamed', { id: shortId(screenId) })
    const place = paired?.place ?? ''
    return {
      id: `${displayId}/${screenId}`,
      one,
      name,
      display: display?.name ?? t('paired.no-display'),
      place,
      words: [name, place, display?.name ?? ''].join('\n').toLocaleLowerCase(),
      status: health?.status ?? (isAway || displayId === null ? 'never' : 'starting'),
      health,
      isOlder: isOlder(told, playerBuild),
    }
  })
}

/** A screen installs a newer player by itself between two items, so one that stays older may have a problem. */
function isOlder(told: One['told'], playerBuild: string | null): boolean {
  const build = told?.beat?.build ?? told?.state.build ?? null
  return build !== null && playerBuild !== null && build !== playerBuild
}

function isShown({ status, isOlder, one: { paired, told } }: Row, filter: Filter): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'wrong':
      return status !== 'well' && status !== 'asleep' && status !== 'updating' && status !== 'starting'
    case 'paired':
      return paired !== null
    case 'unstored':
      return told !== null && (told.state.offline === 'unavailable' || told.state.full)
    case 'older':
      return isOlder
  }
}

/** @returns the places in order; `above`: the number of rows before each place; `ids`: those of its paired screens */
function placesOf(rows: readonly Row[]) {
  let next = 0
  return [...Map.groupBy(rows, ({ place }) => place)]
    .sort(([one], [other]) => byPlace(one, other))
    .map(([place, some]) => {
      const above = next
      next += some.length
      return { place, rows: some, above, ids: some.flatMap(({ one: { paired } }) => paired?.id ?? []) }
    })
}

const nameAndDisplay = ({ name, display }: Row) => `${name} · ${display}`

const entryOf = ({ status, one: { paired, told } }: Row) =>
  screenEntry({ id: paired?.id ?? told?.id, status, isPaired: paired !== null })

/** Screens without a place come last. */
function byPlace(one: string, other: string): number {
  if ((one === '') !== (other === '')) return one === '' ? 1 : -1
  return one.localeCompare(other)
}

function adviceOf({ health, status, one }: Row) {
  if (one.displayId === null) return 'paired.advice.no-display' as const
  if (status === 'never') return 'paired.advice.never' as const
  switch (health?.status) {
    case 'unseen':
      return health.closed ? ('screens.advice.closed' as const) : ('screens.advice.silent' as const)
    case 'dark':
      return 'screens.advice.dark' as const
    case 'behind':
      return 'screens.advice.behind' as const
    case 'troubled':
      return 'paired.advice.troubled' as const
    default:
      return undefined
  }
}

function stateWords(
  { health, status, one }: Row,
  now: number,
  t: ReturnType<typeof useI18n>['t'],
  language: string,
): string {
  switch (health?.status) {
    case undefined:
      if (one.displayId === null) return t('paired.no-display')
      return status === 'never' ? t('paired.away') : t('screens.state.starting')
    case 'unseen':
    case 'asleep':
    case 'dark':
      return awayWords(health, now, { t, language })
    case 'behind':
    case 'updating':
      return t('screens.state.old')
    case 'well':
    case 'starting':
    case 'troubled':
      return t(`screens.state.${health.status}`)
  }
}

function commandWords(
  { kind, state, because, madeAt }: ScreenCommand,
  now: number,
  t: ReturnType<typeof useI18n>['t'],
  language: string,
): string {
  const what = t(`paired.do.${kind}`)
  const when = ago(Math.max(0, now - madeAt), language)
  if (state === 'failed') return t('paired.command.failed', { what, why: t(`paired.because.${because ?? 'failed'}`) })
  return t(`paired.command.${state}`, { what, ago: when })
}
