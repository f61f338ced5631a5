import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { Display, DisplayId, PlaylistId } from '@placard/contract'
import { type ReactNode, useState } from 'react'
import { writeFileSize } from '../../../platform/ui/bytes.ts'
import { CheckList } from '../../../platform/ui/check-list.tsx'
import { DrawnChoice } from '../../../platform/ui/drawn-choice.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PictureIcon, StackIcon, TextIcon } from '../../../platform/ui/icons.tsx'
import { Note } from '../../../platform/ui/note.tsx'
import { Section } from '../../../platform/ui/section.tsx'
import unseen from '../../../platform/ui/unseen.module.css'
import type { Choice } from './bring.ts'
import { LeftList } from './left-list.tsx'
import styles from './moving.module.css'
import type { Before } from './moving.ts'
import type { FileSort, Plan, PlannedLayout, PlannedPlaylist } from './plan.ts'

type Props = {
  plan: Plan
  displays: readonly Display[]
  /** False for users who are limited to some displays. */
  mayEditPlaylists: boolean
  before: Before
  onBegin: (choice: Choice) => void
  onClear: () => void
  /** Links words to a playlist that already exists. */
  linkTo: (id: PlaylistId, words: string) => ReactNode
}

const SORTS: readonly FileSort[] = ['picture', 'film', 'document']

/** MV1: the things found, the things left out with the reason, and the choices. */
export function PlanForm({ plan, displays, mayEditPlaylists, before, onBegin, onClear, linkTo }: Props) {
  const { t, number, language } = useI18n()
  const [folders, setFolders] = useState<Choice['folders']>(mayEditPlaylists ? 'playlists' : 'labels')
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const goesOn = before.unfinished !== undefined
  // A playlist that already exists is only made again if the user asks for it.
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set(goesOn ? [] : before.playlists.keys()))
  const [chosenDisplays, setDisplays] = useState<DisplayId[]>([])
  const [chosenLayouts, setLayouts] = useState<ReadonlyMap<string, DisplayId>>(new Map())
  const { files, tables, left } = plan
  const all = [...plan.playlists, ...(folders === 'playlists' ? plan.folders : [])]
  const made = mayEditPlaylists ? all.filter(({ path }) => !without.has(path)) : []
  const nameOf = ({ path, name }: PlannedPlaylist) => names.get(path)?.trim() || name
  const entries = [...plan.playlists, ...plan.folders].flatMap((one) => one.entries)
  const pages = entries.filter(({ what }) => what === 'address').length
  const notices = entries.filter(({ what }) => what === 'notice').length
  const bytes = files.reduce((sum, { size }) => sum + size, 0)

  const begin = () =>
    onBegin({
      playlists: new Map(made.map((one) => [one.path, nameOf(one)])),
      known: before.playlists,
      makesTables: mayEditPlaylists,
      knownTables: before.tables,
      folders: mayEditPlaylists || folders !== 'playlists' ? folders : 'neither',
      displays: chosenDisplays,
      layouts: new Map(mayEditPlaylists ? chosenLayouts : []),
    })
  return (
    <>
      <Section title={t('moving.found', { name: plan.name })}>
        <dl className={styles.numbers}>
          {SORTS.map((sort) => {
            const count = files.filter((file) => file.sort === sort).length
            return count > 0 && <Figure key={sort} value={number(count)} label={t(`moving.sort.${sort}`, { count })} />
          })}
          {tables.length > 0 && (
            <Figure value={number(tables.length)} label={t('moving.sort.table', { count: tables.length })} />
          )}
          {pages > 0 && <Figure value={number(pages)} label={t('moving.sort.address', { count: pages })} />}
          {notices > 0 && <Figure value={number(notices)} label={t('moving.sort.notice', { count: notices })} />}
          {left.length > 0 && (
            <Figure value={number(left.length)} label={t('moving.sort.left', { count: left.length })} isLeft />
          )}
        </dl>
        <p className={styles.lead}>
          {!plan.isMixed && t(`moving.kind.${plan.kind}`)}{' '}
          {files.length > 0 && t('moving.size', { size: writeFileSize(bytes, language) })}{' '}
          {plan.skipped > 0 && t('moving.skipped', { count: plan.skipped })}
        </p>
        <div className={styles.remarks}>
          {goesOn && <Note text={t('moving.goes-on')} />}
          {plan.remarks.map((remark) => (
            <Note
              key={`${remark.what}${'name' in remark ? remark.name : ''}`}
              text={
                'name' in remark
                  ? t(`moving.remark.${remark.what}`, { name: remark.name, count: remark.count })
                  : t(`moving.remark.${remark.what}`)
              }
            />
          ))}
        </div>
      </Section>

      {mayEditPlaylists && (plan.playlists.length > 0 || plan.folders.length > 0) && (
        <Section title={t('moving.playlists')} count={made.length}>
          {plan.folders.length > 0 && <FolderChoice value={folders} onChange={setFolders} />}
          {all.length > 0 && (
            <ul className={styles.playlists}>
              {all.map((one) => (
                <PlaylistRow
                  key={one.path}
                  playlist={one}
                  name={names.get(one.path) ?? one.name}
                  isMade={!without.has(one.path)}
                  here={before.playlists.get(one.path)}
                  goesOn={goesOn}
                  linkTo={linkTo}
                  onName={(name) => setNames(new Map(names).set(one.path, name))}
                  onToggle={() => {
                    const next = new Set(without)
                    if (!next.delete(one.path)) next.add(one.path)
                    setWithout(next)
                  }}
                />
              ))}
            </ul>
          )}
          {displays.length > 0 &&
            plan.layouts.map((layout) => (
              <LayoutRow
                key={layout.path}
                layout={layout}
                displays={displays}
                chosen={chosenLayouts.get(layout.path)}
                onChoose={(displayId) => {
                  // A display has one layout.
                  const next = new Map(
                    [...chosenLayouts].filter(([path, id]) => path !== layout.path && id !== displayId),
                  )
                  setLayouts(displayId ? next.set(layout.path, displayId) : next)
                }}
              />
            ))}
          {made.length > 0 && displays.length > 0 && (
            <CheckList
              legend={t('moving.displays')}
              lead={t('moving.displays-lead')}
              options={displays}
              chosen={chosenDisplays}
              onChange={setDisplays}
            />
          )}
        </Section>
      )}

      {left.length > 0 && (
        <Section title={t('moving.left')} count={left.length}>
          <LeftList left={left} />
        </Section>
      )}

      <div className={styles.actions}>
        <Button size="md" onClick={begin} disabled={files.length === 0 && tables.length === 0 && made.length === 0}>
          {t(goesOn ? 'moving.go-on' : 'moving.begin')}
        </Button>
        <Button size="md" variant="default" onClick={onClear}>
          {t('moving.other')}
        </Button>
        <p className={styles.lead}>{t('moving.begin-lead')}</p>
      </div>
    </>
  )
}

function Figure({ value, label, isLeft = false }: { value: string; label: string; isLeft?: boolean }) {
  return (
    <div className={styles.number} data-left={isLeft || undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

const FOLDERS: readonly { value: Choice['folders']; Icon: typeof StackIcon }[] = [
  { value: 'playlists', Icon: StackIcon },
  { value: 'labels', Icon: TextIcon },
  { value: 'neither', Icon: PictureIcon },
]

function FolderChoice({ value, onChange }: { value: Choice['folders']; onChange: (value: Choice['folders']) => void }) {
  const { t } = useI18n()
  return (
    <DrawnChoice
      compact
      legend={t('moving.folders')}
      value={value}
      onChange={onChange}
      options={FOLDERS.map(({ value: one, Icon }) => ({
        value: one,
        label: t(`moving.folders.${one}`),
        hint: t(`moving.folders-lead.${one}`),
        drawing: <Icon size={22} />,
      }))}
    />
  )
}

type LayoutProps = {
  layout: PlannedLayout
  displays: readonly Display[]
  chosen: DisplayId | undefined
  /** undefined: none gets it. */
  onChoose: (displayId: DisplayId | undefined) => void
}

/** [LY12] The choice of the display that gets a layout. */
function LayoutRow({ layout: { name, shape, isNear }, displays, chosen, onChoose }: LayoutProps) {
  const { t } = useI18n()
  return (
    <NativeSelect
      className={styles.layout ?? ''}
      label={t('moving.layout', { name: `\u2068${name}\u2069` })}
      description={`${t(`moving.arrangement.${shape.arrangement}`)}${isNear ? '' : ` ${t('moving.layout-nearest')}`}`}
      value={chosen ?? ''}
      onChange={({ currentTarget }) => onChoose(displays.find(({ id }) => id === currentTarget.value)?.id)}
      data={[
        { value: '', label: t('moving.layout-none') },
        ...displays.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}

type RowProps = {
  playlist: PlannedPlaylist
  name: string
  isMade: boolean
  /** The playlist from an earlier move. */
  here: PlaylistId | undefined
  goesOn: boolean
  linkTo: Props['linkTo']
  onName: (name: string) => void
  onToggle: () => void
}

function PlaylistRow({ playlist, name, isMade, here, goesOn, linkTo, onName, onToggle }: RowProps) {
  const { t } = useI18n()
  const { entries } = playlist
  const hidden = entries.filter(({ isHidden }) => isHidden).length
  const timed = entries.filter(({ schedule }) => schedule).length
  const facts = [
    t('moving.entries', { count: entries.length }),
    ...(hidden > 0 ? [t('moving.hidden', { count: hidden })] : []),
    ...(timed > 0 ? [t('moving.timed', { count: timed })] : []),
  ]
  return (
    <li className={styles.playlist} data-out={!isMade || undefined}>
      <label className={styles.tick}>
        <input type="checkbox" checked={isMade} disabled={here !== undefined && goesOn} onChange={onToggle} />
        <span className={unseen.words}>{t('moving.make', { name })}</span>
      </label>
      <div className={styles.playlistBody}>
        <TextInput
          aria-label={t('moving.name-of', { name: playlist.name })}
          value={name}
          maxLength={200}
          dir="auto"
          disabled={!isMade || (here !== undefined && goesOn)}
          onChange={(event) => onName(event.currentTarget.value)}
        />
        {here !== undefined && (
          <p className={styles.facts}>
            {linkTo(here, t('moving.is-here'))} {!goesOn && t('moving.is-here-lead')}
          </p>
        )}
        <p className={styles.facts}>{facts.join(' · ')}</p>
        <p className={styles.titles}>
          <bdi>
            {entries
              .slice(0, 4)
              .map(({ title }) => title)
              .join(' · ')}
            {entries.length > 4 && ' …'}
          </bdi>
        </p>
      </div>
    </li>
  )
}
