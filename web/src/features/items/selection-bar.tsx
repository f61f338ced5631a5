import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import type { Item, ItemId, ProgrammeKey } from '@placard/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createCommandKey } from '../../api/command-key.ts'
import { errorInWords } from '../../form/problems.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { ClockIcon, CloseIcon, EyeIcon, EyeOffIcon, Icon, TrashIcon, WarningIcon } from '../../ui/icons.tsx'
import { useNotice } from '../../ui/notices.ts'
import { RemoveDialog, ScheduleDialog } from '../entries/dialogs.ts'
import { CopyItems } from './dialogs.ts'
import type { ChangeHere } from './item-commands.ts'
import styles from './selection-bar.module.css'
import { useItemCommand } from './use-items.ts'

type Props = {
  programmeKey: ProgrammeKey
  /** All of the programme, in order. */
  items: Item[]
  /** False for whoever is limited to some displays. */
  mayEditPlaylists: boolean
  /** Those that are selected. */
  ids: ItemId[]
  onSelectAll: () => void
  onSelectNone: () => void
  /** @param id of one that it was about */
  onUndo: (revision: number, id: ItemId) => void
  onEnd: () => void
}

type Done = 'shown' | 'hidden' | 'moved' | 'removed'
/** The dialog that is open, about those that were selected when it was opened. */
type Open = { what: 'schedule' | 'copy' | 'delete'; items: [Item, ...Item[]] }

/** CP7: what can be done to the selected items, each in one command with one undo. */
export default function SelectionBar(props: Props) {
  const { programmeKey, items, ids, mayEditPlaylists, onSelectAll, onSelectNone, onUndo, onEnd } = props
  const { t, language } = useI18n()
  const notice = useNotice()
  const { mutateAsync } = useItemCommand(programmeKey)
  const keys = useRef(createCommandKey())
  const [open, setOpen] = useState<Open>()
  const [problem, setProblem] = useState<string>()
  const chosen = items.filter(({ id }) => ids.includes(id))
  const [first, ...others] = chosen
  const unchosen = items.filter(({ id }) => !ids.includes(id))

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // Of a dialog it is the way out of that.
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) onEnd()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })

  /** @returns the programme's revision @throws ApiError */
  const send = async (changes: ChangeHere): Promise<number> => {
    setProblem(undefined)
    const idempotencyKey = keys.current.keyFor(changes)
    const revision = await mutateAsync({ type: 'several', changes, idempotencyKey })
    // The same once more is another command.
    keys.current = createCommandKey()
    return revision
  }

  /** @returns false if it failed; the selection stays as it is (X4) */
  const run = async (changes: ChangeHere, done: Done): Promise<boolean> => {
    const [id] = changes.ids
    if (id === undefined) return false
    try {
      const revision = await send(changes)
      const containers = t('select.containers', { count: changes.ids.length })
      notice('success', t(`select.${done}`, { containers }), {
        label: t('activity.undo'),
        run: () => onUndo(revision, id),
      })
      return true
    } catch (error) {
      console.error(`items ${changes.do} failed`, error)
      setProblem(t('status.not-saved', { reason: errorInWords(error, t) }))
      return false
    }
  }

  const show = (visible: boolean) => void run({ do: 'update', ids, change: { visible } }, visible ? 'shown' : 'hidden')
  const move = (after: ItemId | null) => void run({ do: 'move', ids, after }, 'moved')
  const remove = async (ids: ItemId[]) => {
    setOpen(undefined)
    if (await run({ do: 'remove', ids }, 'removed')) onEnd()
  }
  const start = (what: Open['what']) => first && setOpen({ what, items: [first, ...others] })

  const titlesOf = (named: Item[]): string => {
    const [only, another] = named
    if (only && !another) return only.title
    // Each keeps its direction to itself: the sentence has that of the page's language.
    const titles = named.slice(0, NAMED).map(({ title }) => `\u2068${title}\u2069`)
    const more = named.length - titles.length
    const all = more > 0 ? [...titles, t('select.and-more', { count: more })] : titles
    return new Intl.ListFormat(language).format(all)
  }
  const idsOf = (those: Item[]) => those.map(({ id }) => id)
  const close = () => setOpen(undefined)

  return (
    <section className={styles.bar} aria-label={t('select.bar')}>
      {problem && (
        <p className={styles.problem} role="alert">
          <WarningIcon size={18} />
          {problem}
        </p>
      )}
      <div className={styles.state}>
        <ActionIcon aria-label={t('select.done')} size={44} onClick={onEnd}>
          <CloseIcon />
        </ActionIcon>
        <p className={styles.count} role="status">
          {t('select.count', { count: chosen.length })}
        </p>
        <Button
          variant="subtle"
          size="compact-md"
          className={styles.all ?? ''}
          onClick={unchosen.length > 0 ? onSelectAll : onSelectNone}
        >
          {t(unchosen.length > 0 ? 'select.all' : 'select.none')}
        </Button>
      </div>
      <div className={styles.acts}>
        <Act icon={<EyeIcon />} isOff={chosen.every(({ visible }) => visible)} onPress={() => show(true)}>
          {t('action.show')}
        </Act>
        <Act icon={<EyeOffIcon />} isOff={!chosen.some(({ visible }) => visible)} onPress={() => show(false)}>
          {t('action.hide')}
        </Act>
        <Act icon={<ClockIcon />} isOff={!first} onPress={() => start('schedule')}>
          {t('select.schedule')}
        </Act>
        <Act icon={<CopyIcon />} isOff={!first} onPress={() => start('copy')}>
          {t('select.copy')}
        </Act>
        <Act icon={<FirstIcon />} isOff={!first || isFirst(items, ids)} onPress={() => move(null)}>
          {t('select.first')}
        </Act>
        <Act
          icon={<LastIcon />}
          isOff={!first || isFirst(items.toReversed(), ids)}
          onPress={() => move(unchosen.at(-1)?.id ?? null)}
        >
          {t('select.last')}
        </Act>
        <Act icon={<TrashIcon />} isOff={!first} isLoss onPress={() => start('delete')}>
          {t('action.delete')}
        </Act>
      </div>
      {open?.what === 'schedule' && (
        <ScheduleDialog
          programmeKey={programmeKey}
          things={open.items}
          name={titlesOf(open.items)}
          save={(schedule) => send({ do: 'update', ids: idsOf(open.items), change: { schedule } })}
          onClose={close}
        />
      )}
      {open?.what === 'copy' && (
        <CopyItems
          programmeKey={programmeKey}
          ids={idsOf(open.items)}
          name={titlesOf(open.items)}
          hasPlaylist={open.items.some(({ type }) => type === 'playlist')}
          mayEditPlaylists={mayEditPlaylists}
          onClose={close}
        />
      )}
      {open?.what === 'delete' && (
        <RemoveDialog
          programmeKey={programmeKey}
          question={t('select.delete-question', { containers: t('select.containers', { count: open.items.length }) })}
          subject={titlesOf(open.items)}
          confirmLabel={t('action.delete')}
          onConfirm={() => void remove(idsOf(open.items))}
          onCancel={close}
        />
      )}
    </section>
  )
}

/** So many titles tell what it is about. */
const NAMED = 4

/** True: they stand at the head of the list, so that nothing would bring them there. */
const isFirst = (items: Item[], ids: ItemId[]) => items.slice(0, ids.length).every(({ id }) => ids.includes(id))

type ActProps = { icon: ReactNode; isOff: boolean; isLoss?: boolean; onPress: () => void; children: string }

/** One that is off keeps the focus: often it is off because it has just been pressed. */
function Act({ icon, isOff, isLoss = false, onPress, children }: ActProps) {
  return (
    <UnstyledButton
      className={styles.act ?? ''}
      aria-disabled={isOff}
      data-loss={isLoss || undefined}
      onClick={() => {
        if (!isOff) onPress()
      }}
    >
      {icon}
      <span>{children}</span>
    </UnstyledButton>
  )
}

const CopyIcon = () => (
  <Icon>
    <rect x="8.5" y="8.5" width="11" height="11" rx="2" />
    <path d="M15.5 8.5v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2" />
  </Icon>
)
const FirstIcon = () => (
  <Icon flip>
    <path d="M5.5 5v14M20 12H9.5M14 7.5L9.5 12l4.5 4.5" />
  </Icon>
)
const LastIcon = () => (
  <Icon flip>
    <path d="M18.5 5v14M4 12h10.5M10 7.5l4.5 4.5-4.5 4.5" />
  </Icon>
)
