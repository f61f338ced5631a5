import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import type { Condition, ProgrammeKey, Schedule } from '@placard/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createCommandKey } from '../../../platform/api/command-key.ts'
import { errorInWords } from '../../../platform/form/problems.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ClockIcon, CloseIcon, Icon, TrashIcon, WarningIcon } from '../../../platform/ui/icons.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { CopyEntries, RemoveDialog, ScheduleDialog } from './dialogs.ts'
import styles from './selection-bar.module.css'
import { type CallSeveral, type ChangeHere, severalCommand } from './several.ts'
import { type EntryKind, useEntryCommand } from './use-entries.ts'

type Entry = {
  id: string
  revision: number
  schedule?: Schedule | undefined
  condition?: Condition | undefined
}

/** The selection that a list passes to the bar below it. */
export type SelectionProps<One extends Entry> = {
  programmeKey: ProgrammeKey
  /** All entries of the programme, in order. */
  entries: One[]
  /** False for users who are limited to some displays. */
  mayEditPlaylists: boolean
  /** The ids of the selected entries. */
  ids: One['id'][]
  onSelectAll: () => void
  onSelectNone: () => void
  /** @param id one of the affected entries */
  onUndo: (revision: number, id: One['id']) => void
  onEnd: () => void
}

type Run<One extends Entry, Change> = (changes: ChangeHere<One['id'], Change>, done: string) => Promise<boolean>

type Props<One extends Entry, Change, Given> = SelectionProps<One> & {
  kind: EntryKind<One['id'], Change>
  callSeveral: CallSeveral<One['id'], Given>
  /** Its title or text. */
  nameOf: (entry: One) => string
  /** The reason some of them cannot be added to a playlist; undefined if they can. */
  noPlaylists?: (chosen: One[]) => string | undefined
  /** More actions, before all others. @param run takes the sentence for success */
  acts?: (chosen: One[], run: Run<One, Given>) => ReactNode
}

type Done = 'moved' | 'removed'
/** The open dialog, with the entries that were selected when it opened. */
type Open<One> = { what: 'schedule' | 'copy' | 'delete'; entries: [One, ...One[]] }

/** CP7: the actions for the selected items or lines, each one a command with one undo. */
export function SelectionBar<One extends Entry, Change, Given extends { schedule?: Schedule | null | undefined }>(
  props: Props<One, Change, Given>,
) {
  const { kind, callSeveral, programmeKey, entries, ids, mayEditPlaylists, nameOf, noPlaylists, acts } = props
  const { onSelectAll, onSelectNone, onUndo, onEnd } = props
  const { t, language } = useI18n()
  const notice = useNotice()
  const { mutateAsync } = useEntryCommand(kind, programmeKey)
  const keys = useRef(createCommandKey())
  const [open, setOpen] = useState<Open<One>>()
  const [problem, setProblem] = useState<string>()
  const chosen = entries.filter(({ id }) => ids.includes(id))
  const [first, ...others] = chosen
  const unchosen = entries.filter(({ id }) => !ids.includes(id))

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // In a dialog, Escape closes the dialog.
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) onEnd()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })

  /** @returns the programme's revision @throws ApiError */
  const send = async (changes: ChangeHere<One['id'], Given>): Promise<number> => {
    setProblem(undefined)
    const revision = await mutateAsync(severalCommand(callSeveral, changes, keys.current.keyFor(changes)))
    // Repeating the same action is another command.
    keys.current = createCommandKey()
    return revision
  }

  /** @returns false if it failed; the selection stays as it is (X4) */
  const run: Run<One, Given> = async (changes, done) => {
    const [id] = changes.ids
    if (id === undefined) return false
    try {
      const revision = await send(changes)
      notice('success', done, {
        label: t('activity.undo'),
        run: () => onUndo(revision, id),
      })
      return true
    } catch (error) {
      console.error(`${kind.name}s ${changes.do} failed`, error)
      setProblem(t('status.not-saved', { reason: errorInWords(error, t) }))
      return false
    }
  }

  const severalOf = (some: readonly unknown[]) => t(`select.${kind.name}.several`, { count: some.length })
  const saidOf = (done: Done, some: readonly unknown[]) =>
    t(`select.${kind.name}.${done}`, { several: severalOf(some) })
  const move = (after: One['id'] | null) => void run({ do: 'move', ids, after }, saidOf('moved', ids))
  const remove = async (ids: One['id'][]) => {
    setOpen(undefined)
    if (await run({ do: 'remove', ids }, saidOf('removed', ids))) onEnd()
  }
  const start = (what: Open<One>['what']) => first && setOpen({ what, entries: [first, ...others] })

  const namesOf = (named: One[]): string => {
    const [only, another] = named
    if (only && !another) return nameOf(only)
    // Each title is isolated, so that its text direction does not affect the sentence.
    const titles = named.slice(0, NAMED).map((one) => `\u2068${nameOf(one)}\u2069`)
    const more = named.length - titles.length
    const all = more > 0 ? [...titles, t('select.and-more', { count: more })] : titles
    return new Intl.ListFormat(language).format(all)
  }
  const idsOf = (those: One[]) => those.map(({ id }): One['id'] => id)
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
        {acts?.(chosen, run)}
        <Act icon={<ClockIcon />} isOff={!first} onPress={() => start('schedule')}>
          {t('select.schedule')}
        </Act>
        <Act icon={<CopyIcon />} isOff={!first} onPress={() => start('copy')}>
          {t('select.copy')}
        </Act>
        <Act icon={<FirstIcon />} isOff={!first || isFirst(entries, ids)} onPress={() => move(null)}>
          {t('select.first')}
        </Act>
        <Act
          icon={<LastIcon />}
          isOff={!first || isFirst(entries.toReversed(), ids)}
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
          things={open.entries}
          name={namesOf(open.entries)}
          save={(change) => send({ do: 'update', ids: idsOf(open.entries), change: change as Given })}
          onClose={close}
        />
      )}
      {open?.what === 'copy' && (
        <CopyEntries
          of={kind.name}
          callSeveral={callSeveral as CallSeveral<string, never>}
          programmeKey={programmeKey}
          ids={idsOf(open.entries)}
          name={namesOf(open.entries)}
          noPlaylists={noPlaylists?.(open.entries)}
          mayEditPlaylists={mayEditPlaylists}
          onClose={close}
        />
      )}
      {open?.what === 'delete' && (
        <RemoveDialog
          programmeKey={programmeKey}
          question={t(`select.${kind.name}.delete-question`, { several: severalOf(open.entries) })}
          subject={namesOf(open.entries)}
          confirmLabel={t('action.delete')}
          onConfirm={() => void remove(idsOf(open.entries))}
          onCancel={close}
        />
      )}
    </section>
  )
}

/** The number of titles that are named. */
const NAMED = 4

/** True if they are already at the head of the list, so that moving them there would change nothing. */
const isFirst = (entries: Entry[], ids: string[]) => entries.slice(0, ids.length).every(({ id }) => ids.includes(id))

type ActProps = { icon: ReactNode; isOff: boolean; isLoss?: boolean; onPress: () => void; children: string }

/** A disabled action keeps the focus, because it is often disabled by having been pressed. */
export function Act({ icon, isOff, isLoss = false, onPress, children }: ActProps) {
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
