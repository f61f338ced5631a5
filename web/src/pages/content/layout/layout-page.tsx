import { Button, Switch } from '@mantine/core'
import {
  CORNERS,
  type Corner,
  cutAtWord,
  type DisplayKey,
  type Programme,
  type ProgrammeKey,
  type Session,
} from '@placard/contract'
import {
  answererOf,
  finderOf,
  forecastOf,
  isRightToLeft as isWrittenFromRight,
  type Shape,
  whenOf,
} from '@placard/playback'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { CornerCard } from '../../../features/content/corner-pieces/corner-card.tsx'
import { CornerSpots } from '../../../features/content/corner-pieces/corner-spots.tsx'
import { useCornerPieces } from '../../../features/content/corner-pieces/use-corner-pieces.ts'
import { MediaFrom } from '../../../features/content/items/media-from.ts'
import { NoticesHere } from '../../../features/content/items/notices-here.ts'
import { useSeenItems } from '../../../features/content/items/use-items.ts'
import { Arrangements } from '../../../features/content/layouts/arrangements.tsx'
import { Board } from '../../../features/content/layouts/board.tsx'
import { ConflictPanel } from '../../../features/content/layouts/conflict-panel.tsx'
import { type Dropped, useDropOnZones } from '../../../features/content/layouts/drop-on-zones.ts'
import PlayerView from '../../../features/content/layouts/player-view.tsx'
import { useLayout } from '../../../features/content/layouts/use-layout.ts'
import { arranged, type CHOICES, type WantedZone, withZone } from '../../../features/content/layouts/wanted.ts'
import { ZoneCard } from '../../../features/content/layouts/zone-card.tsx'
import { type ZoneView, zonesOf } from '../../../features/content/layouts/zone-view.ts'
import { useScheduleClock } from '../../../features/content/schedules/use-schedule-clock.ts'
import { brandOf } from '../../../platform/api/brand.ts'
import { playlistsOf } from '../../../platform/api/playlists.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import toggle from '../../../platform/ui/toggle.module.css'
import { SaveStatus } from '../../../programme/save-status.tsx'
import UndoKey from '../../../programme/undo-key.ts'
import { useUploadDock } from '../../../shell/use-upload-dock.tsx'
import { CopyIcon, LandscapeIcon, PortraitIcon, SwapIcon } from './icons.tsx'
import styles from './layout.module.css'
import { useZoneDrops } from './use-zone-drops.tsx'

const ChoosePlaylist = lazyDialog(() => import('../../../features/content/layouts/choose-playlist.tsx'))
const CornerForm = lazyDialog(() => import('../../../features/content/corner-pieces/corner-form.tsx'))
const AddAnything = lazyDialog(() => import('../../../programme/add-anything.tsx'), { ahead: false })
const WriteNotice = lazyDialog(() => import('../../../programme/write-notice.tsx'), { ahead: false })
const CopyLayout = lazyDialog(() => import('../../../features/content/layouts/copy-layout.tsx'))

/** Leaves room for a number behind it. */
const MAX_NAME_CHARACTERS = 190

type Props = { session: Session; displayKey: DisplayKey; programme: Programme; canEdit: boolean }

/** The screen of a display in small, its arrangements, and its zones in words. */
export function LayoutPage({ session, displayKey, programme: saved, canEdit }: Props) {
  const { t } = useI18n()
  const { organisationId } = displayKey
  const items = useSeenItems(displayKey, saved.items)
  const programme = useMemo(() => ({ ...saved, items }), [saved, items])
  const { layout, revision, ...edit } = useLayout(displayKey, programme)
  const [shape, setShape] = useState<Shape>('landscape')
  const [view, setView] = useState<'zones' | 'corners' | 'player'>('zones')
  const isPlayer = view === 'player'
  const corners = useCornerPieces(displayKey)
  const [opened, setOpened] = useState<Corner>()
  const [choosing, setChoosing] = useState<number>()
  const [isCopying, setCopying] = useState(false)
  const [adding, setAdding] = useState<{ to: ProgrammeKey; what: 'anything' | 'notice' }>()
  const { data: playlists = [] } = useQuery(playlistsOf(organisationId))
  const { data: brand } = useQuery(brandOf(organisationId))
  const zones = zonesOf(displayKey, programme, layout, playlists)
  const clock = useScheduleClock(displayKey, [
    ...zones.flatMap(({ playing }) => playing.flatMap(({ schedules }) => schedules)),
    ...saved.cornerPieces.map(({ schedule }) => schedule),
  ])
  const here = useMemo(() => ({ organisationId, zoneOffsets: saved.zoneOffsets }), [organisationId, saved.zoneOffsets])
  const isRightToLeft = isWrittenFromRight(programme.language)
  const around = {
    zoneOffsets: saved.zoneOffsets,
    language: saved.language,
    colour: brand?.colour ?? undefined,
    logoUrl: brand?.logoUrl ?? undefined,
    forecast: forecastOf(saved),
  }
  const answerOf = answererOf(finderOf(programme.values))
  const free = CORNERS.filter((corner) => !saved.cornerPieces.some((piece) => piece.corner === corner))

  const { take, dock } = useUploadDock(session, displayKey)
  const [takers, bring] = useZoneDrops(take)
  const drop = ({ key }: ZoneView, dropped: Dropped) => {
    if (!key) return
    bring(key, 'files' in dropped ? { what: 'files', files: dropped.files } : { what: 'text', text: dropped.text })
  }
  const over = useDropOnZones(
    (index, dropped) => {
      const zone = zones[index]
      if (zone) drop(zone, dropped)
    },
    !canEdit || view !== 'zones',
  )

  const nameFor = (arrangement: NonNullable<(typeof CHOICES)[number]>['arrangement'], index: number) => {
    const { name } = programme
    const words =
      arrangement === 'side-bar'
        ? t('layout.name.side-bar', { name })
        : arrangement === 'strip'
          ? t('layout.name.strip', { name })
          : t('layout.name.zone', { name, number: index + 2 })
    return cutAtWord(words, MAX_NAME_CHARACTERS)
  }
  /** The name, or the first one with a number that no playlist has. */
  const freeName = (name: string) => {
    const isTaken = (one: string) => playlists.some((known) => known.name === one)
    let nth = 1
    while (isTaken(nth === 1 ? name : `${name} ${nth}`)) nth += 1
    return nth === 1 ? name : `${name} ${nth}`
  }
  /** A playlist of that name that plays nowhere else had the zone before, and gets it again with its content. */
  const zoneFor = (name: string): WantedZone => {
    const here = new Set<string>([
      ...programme.playlists.map(({ id }) => id),
      ...(layout?.zones.flatMap(({ playlistId }) => playlistId ?? []) ?? []),
    ])
    const known = playlists.find(
      (one) => one.name === name && !here.has(one.id) && one.displays.every(({ id }) => id === displayKey.displayId),
    )
    return { ...(known ? { playlistId: known.id } : { name: freeName(name) }), stays: false }
  }
  const pick = (choice: (typeof CHOICES)[number]) => {
    setView('zones')
    edit.change(choice ? arranged(layout, choice, (index) => zoneFor(nameFor(choice.arrangement, index))) : null)
  }

  return (
    <MediaFrom value={programme.mediaUrl}>
      <NoticesHere value={here}>
        {edit.conflict && (
          <ConflictPanel conflict={edit.conflict} shape={shape} isRightToLeft={isRightToLeft} onSettle={edit.settle} />
        )}
        {canEdit && (
          <Arrangements
            layout={layout}
            shape={shape}
            isRightToLeft={isRightToLeft}
            disabled={edit.conflict !== undefined}
            onPick={pick}
          />
        )}
        <div className={styles.columns}>
          <div className={styles.view}>
            <div className={styles.bar}>
              <fieldset className={styles.segments} aria-label={t('layout.view')}>
                {(['zones', 'corners', 'player'] as const).map((one) => (
                  <Segment key={one} isOn={view === one} label={t(`layout.view.${one}`)} onPress={() => setView(one)} />
                ))}
              </fieldset>
              <span className={styles.save}>
                <SaveStatus programmeKey={displayKey} />
              </span>
              <fieldset className={styles.segments} aria-label={t('layout.shape')}>
                <Segment
                  isOn={shape === 'landscape'}
                  label={t('layout.landscape')}
                  onPress={() => setShape('landscape')}
                >
                  <LandscapeIcon size={18} />
                </Segment>
                <Segment isOn={shape === 'portrait'} label={t('layout.portrait')} onPress={() => setShape('portrait')}>
                  <PortraitIcon size={18} />
                </Segment>
              </fieldset>
            </div>
            {isPlayer ? (
              <PlayerView programmeKey={displayKey} name={programme.name} shape={shape} />
            ) : (
              <Board
                programme={programme}
                layout={layout}
                revision={revision}
                zones={zones}
                clock={clock}
                shape={shape}
                isRightToLeft={isRightToLeft}
                colour={brand?.colour ?? undefined}
                canEdit={canEdit && edit.conflict === undefined}
                over={over}
                onAdd={(zone) => zone.key && setAdding({ to: zone.key, what: 'anything' })}
                onChange={edit.change}
                isBelow={view === 'corners'}
                corners={
                  <CornerSpots
                    pieces={saved.cornerPieces}
                    around={around}
                    isOn={(piece) => clock.stateOf(whenOf({ ...piece, condition: answerOf(piece) })).isOn}
                    onOpen={view === 'corners' && canEdit ? setOpened : undefined}
                  />
                }
              />
            )}
            {edit.problemAt('layout.dividers') && <p className={styles.problem}>{edit.problemAt('layout.dividers')}</p>}
            {canEdit && layout && view !== 'corners' && (
              <div className={styles.tools}>
                <Button
                  variant="default"
                  size="sm"
                  leftSection={<SwapIcon size={18} />}
                  onClick={() => edit.change({ ...layout, side: layout.side === 'end' ? 'start' : 'end' })}
                >
                  {t('layout.swap')}
                </Button>
                {session.displays.length > 1 && (
                  <Button
                    variant="default"
                    size="sm"
                    leftSection={<CopyIcon size={18} />}
                    onClick={() => setCopying(true)}
                  >
                    {t('layout.copy')}
                  </Button>
                )}
                {isRightToLeft && layout.arrangement !== 'strip' && (
                  <Switch
                    size="sm"
                    label={t('layout.mirrored')}
                    checked={!layout.pinned}
                    onChange={({ currentTarget }) => edit.change({ ...layout, pinned: !currentTarget.checked })}
                  />
                )}
              </div>
            )}
          </div>
          <div className={styles.zones}>
            {view === 'corners' && (
              <>
                {canEdit && <p className={styles.lead}>{t('corner.lead')}</p>}
                {CORNERS.map((corner) => {
                  const piece = saved.cornerPieces.find((one) => one.corner === corner)
                  return (
                    <CornerCard
                      key={corner}
                      displayKey={displayKey}
                      corner={corner}
                      piece={piece}
                      free={free}
                      clock={clock}
                      canEdit={canEdit}
                      commands={corners}
                      problem={
                        piece?.kind === 'logo' && piece.url === undefined && brand?.logoUrl === null
                          ? t('corner.no-logo-yet')
                          : undefined
                      }
                      onOpen={() => setOpened(corner)}
                    />
                  )
                })}
                {saved.readCode === 'corner' && free.length === 0 && (
                  <p className={styles.lead}>{t('corner.no-room')}</p>
                )}
              </>
            )}
            {(view === 'corners' ? [] : zones).map((zone) => (
              <ZoneCard
                key={zone.index}
                displayKey={displayKey}
                zone={zone}
                isOnly={layout === null}
                clock={clock}
                canEdit={canEdit && edit.conflict === undefined}
                isOver={over?.zone === zone.index}
                problem={zone.index > 0 ? edit.problemAt(`layout.zones.${zone.index - 1}`) : undefined}
                onAdd={() => zone.key && setAdding({ to: zone.key, what: 'anything' })}
                onChoose={() => setChoosing(zone.index - 1)}
                onStays={(stays) => {
                  const wanted = layout?.zones[zone.index - 1]
                  if (layout && wanted) edit.change(withZone(layout, zone.index - 1, { ...wanted, stays }))
                }}
                onCondition={async (condition) => {
                  const wanted = layout?.zones[zone.index - 1]
                  if (!layout || !wanted) return
                  const { condition: _, ...others } = wanted
                  const next = { ...others, ...(condition ? { condition } : {}) }
                  await edit.save(withZone(layout, zone.index - 1, next))
                }}
              />
            ))}
          </div>
        </div>
        {takers}
        {canEdit && dock()}
        <UndoKey programmeKey={displayKey} />
        {choosing !== undefined && layout && (
          <ChoosePlaylist
            organisationId={organisationId}
            layout={layout}
            index={choosing}
            filmsPlayIn={zones[choosing + 1]?.filmsPlayIn}
            suggested={freeName(nameFor(layout.arrangement, choosing))}
            onSave={edit.save}
            onClose={() => setChoosing(undefined)}
          />
        )}
        {adding?.what === 'anything' && (
          <AddAnything
            onBring={(one) => bring(adding.to, one)}
            onWriteNotice={() => setAdding({ ...adding, what: 'notice' })}
            onAddPlaylist={undefined}
            onClose={() => setAdding(undefined)}
          />
        )}
        {adding?.what === 'notice' && (
          <WriteNotice
            programmeKey={adding.to}
            programme={saved}
            session={session}
            start={{ do: 'add' }}
            onClose={() => setAdding(undefined)}
          />
        )}
        {opened && (
          <CornerForm
            displayKey={displayKey}
            corner={opened}
            piece={saved.cornerPieces.find(({ corner }) => corner === opened)}
            brand={brand}
            around={around}
            commands={corners}
            onClose={() => setOpened(undefined)}
          />
        )}
        {isCopying && layout && <CopyLayout display={displayKey} layout={layout} onClose={() => setCopying(false)} />}
      </NoticesHere>
    </MediaFrom>
  )
}

type SegmentProps = { isOn: boolean; label: string; onPress: () => void; children?: React.ReactNode }

/** A button of a choice. With an icon, the words are for screen readers and wide screens. */
function Segment({ isOn, label, onPress, children }: SegmentProps) {
  return (
    <button type="button" className={`${toggle.toggle} ${styles.segment}`} aria-pressed={isOn} onClick={onPress}>
      {children}
      <span>{label}</span>
    </button>
  )
}
