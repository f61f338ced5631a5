import { Button } from '@mantine/core'
import {
  type Item,
  type Line,
  type MediaId,
  mediaIdOf,
  type Programme,
  type ProgrammeKey,
  playlistPath,
} from '@placard/contract'
import type { Advised, Finding } from '@placard/playback'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Sentence } from '../features/content/advice/sentence.tsx'
import { useAdviceRenewed, useLeaveAdvice } from '../features/content/advice/use-advice.ts'
import { useAdvised } from '../features/content/advice/use-advised.ts'
import { textOf } from '../features/content/entries/text-of.ts'
import { useTakeBack } from '../features/content/entries/use-take-back.ts'
import { ITEM_KINDS } from '../features/content/items/item-kinds.ts'
import { MediaFrom } from '../features/content/items/media-from.ts'
import { useItemCommand } from '../features/content/items/use-items.ts'
import { fileOf } from '../features/content/library/use-library.ts'
import { useLineCommand } from '../features/content/lines/use-lines.ts'
import { titleOf } from '../features/content/notices/words.ts'
import { errorInWords } from '../platform/form/problems.ts'
import { announce } from '../platform/ui/announcer.tsx'
import { Dialog } from '../platform/ui/dialog.tsx'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import { CheckIcon } from '../platform/ui/icons.tsx'
import { lazyDialog } from '../platform/ui/lazy-dialog.tsx'
import { useNotice } from '../platform/ui/notices.ts'
import styles from './advice-panel.module.css'

const EditItem = lazyDialog(() => import('../features/content/items/edit-item.tsx'))
const ReplaceFile = lazyDialog(() => import('./replace-file.tsx'), { quiet: true })
const DescribeFile = lazyDialog(() => import('../features/content/library/describe-file.tsx'), {
  quiet: true,
  ahead: false,
})

type Props = {
  programmeKey: ProgrammeKey
  programme: Programme
  canEdit: boolean
  onEditNotice: (item: Item) => void
  onMakeNotice: (line: Line, text: string) => void
  onLoopHealth: () => void
  onClose: () => void
}

/** [LT2] All advice about the programme's readability. Each piece can be applied or dismissed. */
export default function AdvicePanel(props: Props) {
  const { programmeKey, programme, canEdit, onClose } = props
  const { t, number, language } = useI18n()
  const [editing, setEditing] = useState<Item>()
  /** The revision of the last applied advice, for an undo button in this dialog: the notice behind it could not be pressed. */
  const [mended, setMended] = useState<number>()
  const takeBack = useTakeBack(programmeKey)
  const all = useAdvised(programmeKey, programme)
  const renew = useAdviceRenewed(programmeKey)
  const list = useRef<HTMLDivElement>(null)
  const headingId = useId()
  const edit = (item: Item) => {
    if (ITEM_KINDS[item.type].madeBy !== 'notice-form') return setEditing(item)
    onClose()
    props.onEditNotice(item)
  }
  /** When a row is done, focuses the next one. */
  const goOn = (index: number) => {
    requestAnimationFrame(() => {
      const rows = list.current?.querySelectorAll<HTMLElement>('[data-advice]') ?? []
      const next = rows[Math.min(index, rows.length - 1)]
      if (next) next.focus()
      else list.current?.focus()
    })
  }
  const metres = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const screens = all?.facts.screens.map(({ diagonalInches, distanceCm }) =>
    t('advice.screen', { inches: number(diagonalInches), metres: metres.format(distanceCm / 100) }),
  )
  const rows = (some: readonly Advised[], from: number) => (
    <ul className={styles.rows}>
      {some.map((advised, index) => (
        <Row
          key={`${advised.zone} ${advised.entry ? idOf(advised.entry) : programme.id} ${advised.finding.rule}`}
          {...props}
          advised={advised}
          onEdit={edit}
          onMended={setMended}
          onDone={() => goOn(from + index)}
        />
      ))}
    </ul>
  )
  return (
    <MediaFrom value={programme.mediaUrl}>
      <Dialog title={t('advice.title')} onClose={onClose} size="large">
        {all && (
          <div ref={list} tabIndex={-1} className={styles.all}>
            <p className={styles.lead}>
              {t('advice.lead', { screens: new Intl.ListFormat(language).format(new Set(screens)) })}
            </p>
            {all.read.length + all.undescribed.length === 0 && (
              <p className={styles.nothing}>
                <CheckIcon size={20} />
                {t('advice.nothing')}
              </p>
            )}
            {mended !== undefined && (
              <p className={styles.mended} role="status">
                <CheckIcon size={18} />
                <span>{t('advice.mended')}</span>
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() => {
                    setMended(undefined)
                    void takeBack(mended).then(() => list.current?.focus())
                  }}
                >
                  {t('activity.undo')}
                </Button>
              </p>
            )}
            {all.read.length > 0 && rows(all.read, 0)}
            {all.undescribed.length > 0 && (
              <section aria-labelledby={headingId} className={styles.part}>
                <h3 id={headingId} className={styles.heading}>
                  {t('advice.not-seen')}
                </h3>
                {rows(all.undescribed, all.read.length)}
              </section>
            )}
          </div>
        )}
      </Dialog>
      {editing && canEdit && (
        <EditItem
          programmeKey={programmeKey}
          item={editing}
          saved={programme.items.find(({ id }) => id === editing.id)}
          replace={(how) => <ReplaceFile organisationId={programmeKey.organisationId} {...how} />}
          onClose={() => {
            setEditing(undefined)
            void renew()
          }}
        />
      )}
    </MediaFrom>
  )
}

const idOf = (entry: NonNullable<Advised['entry']>): string => (entry.kind === 'item' ? entry.item.id : entry.line.id)

type RowProps = Props & {
  advised: Advised
  onEdit: (item: Item) => void
  onMended: (revision: number) => void
  onDone: () => void
}

function Row({ programmeKey, programme, canEdit, advised, onEdit, onMended, onDone, ...on }: RowProps) {
  const { finding, entry, by, zone } = advised
  const { t, number } = useI18n()
  const leave = useLeaveAdvice(programmeKey)
  const mend = useMend(programmeKey, programme, (revision) => {
    onMended(revision)
    onDone()
  })
  const [isDescribing, setDescribing] = useState(false)
  const title = entry === null ? t('advice.of-loop') : entry.kind === 'item' ? entry.item.title : textOf(entry.line)
  const mediaId = entry?.kind === 'item' ? mediaIdOf(entry.item.url) : undefined
  const isMine = canEdit && by === undefined

  const byHand = (where: Extract<NonNullable<Finding['mend']>, { of: 'hand' }>['where']) => {
    switch (where) {
      case 'words':
      case 'file':
        return entry?.kind === 'item' ? () => onEdit(entry.item) : undefined
      case 'description':
        return mediaId && !isDescribing ? () => setDescribing(true) : undefined
      case 'notice':
        return entry?.kind === 'line'
          ? () => {
              on.onClose()
              on.onMakeNotice(entry.line, entry.line.text)
            }
          : undefined
      case 'loop':
        return on.onLoopHealth
    }
  }
  const doing = () => {
    if (!finding.mend) return undefined
    return finding.mend.of === 'hand' ? byHand(finding.mend.where) : () => void mend(advised)
  }

  return (
    <li className={styles.row}>
      <span className={styles.title}>
        <bdi>{title}</bdi>
      </span>
      {by && (
        <Link className={styles.playlist} to={playlistPath(by.id)}>
          {zone === undefined
            ? t('advice.open-playlist', { name: by.name })
            : t('advice.open-zone', { number: number(zone), name: by.name })}
        </Link>
      )}
      <Sentence
        finding={finding}
        onMend={isMine ? doing() : undefined}
        onLeave={
          isMine
            ? () => {
                void leave({ entryId: entry ? idOf(entry) : programme.id, rule: finding.rule })
                announce(t('advice.is-left'))
                onDone()
              }
            : undefined
        }
      />
      {isDescribing && mediaId && (
        <Described
          programmeKey={programmeKey}
          mediaId={mediaId}
          label={t('advice.describe', { title })}
          onDone={onDone}
        />
      )}
    </li>
  )
}

type DescribedProps = { programmeKey: ProgrammeKey; mediaId: MediaId; label: string; onDone: () => void }

/** The description is saved when the field loses the focus. The row is done then. */
function Described({ programmeKey, mediaId, label, onDone }: DescribedProps) {
  const { organisationId } = programmeKey
  const renew = useAdviceRenewed(programmeKey)
  const isDescribed = useQuery(fileOf(organisationId, mediaId)).data?.alternativeText !== ''
  const done = useRef({ renew, onDone })
  done.current = { renew, onDone }
  const began = useRef(false)
  useEffect(() => {
    if (!isDescribed) began.current = true
    else if (began.current) void done.current.renew().then(() => done.current.onDone())
  }, [isDescribed])
  return (
    <fieldset className={styles.describe} aria-label={label}>
      <DescribeFile organisationId={organisationId} mediaId={mediaId} />
    </fieldset>
  )
}

/** Applies the change of a mend. @param onMended receives the revision of that change */
function useMend(programmeKey: ProgrammeKey, programme: Programme, onMended: (revision: number) => void) {
  const { t } = useI18n()
  const notice = useNotice()
  const { mutateAsync: changeItem } = useItemCommand(programmeKey)
  const { mutateAsync: changeLine } = useLineCommand(programmeKey)

  const send = ({ finding: { mend }, entry }: Advised): Promise<number> | undefined => {
    if (mend?.of === 'item' && entry?.kind === 'item') {
      const { item } = entry
      // A title that was made from the words changes with them.
      const isOwn = mend.change.notice && item.notice && item.title === titleOf(item.notice)
      const named = isOwn && mend.change.notice ? { title: titleOf(mend.change.notice) } : {}
      const change = { ...mend.change, ...named }
      return changeItem({ type: 'update', id: item.id, change, revision: item.revision })
    }
    if (mend?.of === 'line' && entry?.kind === 'line')
      return changeLine({ type: 'update', id: entry.line.id, change: mend.change, revision: entry.line.revision })
    if (mend?.of !== 'item-of-loop') return undefined
    const item = programme.items.find(({ id }) => id === mend.itemId)
    return item && changeItem({ type: 'update', id: item.id, change: mend.change, revision: item.revision })
  }

  return async (advised: Advised) => {
    try {
      const revision = await send(advised)
      if (revision !== undefined) onMended(revision)
    } catch (error) {
      console.error('mending failed', error)
      notice('error', t('status.not-saved', { reason: errorInWords(error, t) }))
    }
  }
}
