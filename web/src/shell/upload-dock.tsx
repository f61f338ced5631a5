import type { ProgrammeKey, Session } from '@placard/contract'
import { DEFAULT_FORM_DURATION_SECONDS, DEFAULT_VISIBLE } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { titleOfFile } from '../features/content/uploads/title-of-file.ts'
import { UploadPanel } from '../features/content/uploads/upload-panel.tsx'
import { isOver } from '../features/content/uploads/upload-state.ts'
import type { UploadTask } from '../features/content/uploads/upload-task.ts'
import { useUploadStatuses, useUploadTasks } from '../features/content/uploads/use-upload.ts'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../platform/ui/notices.ts'
import { uploadsOf } from './session-uploads.ts'

/** `keepsQuality`: films in 4K or with 60 frames per second are not converted. */
export type Incoming = { programmeKey: ProgrammeKey; files: File[]; keepsQuality: boolean }

type Props = {
  session: Session
  /** Dropped or pasted files whose uploads have yet to begin. */
  incoming: Incoming[]
  onTaken: () => void
  /** An upload that is shown in a form instead. */
  except?: string | undefined
}

/** The uploads that belong to no form: dropped, pasted, or begun on an earlier page. */
export default function UploadDock({ session, incoming, onTaken, except }: Props) {
  const { t, language } = useI18n()
  const client = useQueryClient()
  const uploads = uploadsOf(session, client)
  const all = useUploadTasks(uploads)
  const tasks = useMemo(() => all.filter(({ id }) => id !== except), [all, except])
  const taken = useRef(new WeakSet<Incoming>())
  useSuccessNotice(tasks)

  useEffect(() => {
    if (incoming.length === 0) return
    for (const batch of incoming) {
      if (taken.current.has(batch)) continue
      taken.current.add(batch)
      const { programmeKey, files, keepsQuality } = batch
      const { compare } = new Intl.Collator(language, { numeric: true })
      for (const file of files.toSorted((one, other) => compare(one.name, other.name))) {
        const title = titleOfFile(file.name, t('upload.pasted'))
        const lasts = { duration: DEFAULT_FORM_DURATION_SECONDS, visible: DEFAULT_VISIBLE }
        uploads.add(file, { programmeKey, title, ...lasts, keepsQuality, batch })
      }
    }
    onTaken()
  }, [incoming, onTaken, uploads, t, language])

  return tasks.length > 0 ? <UploadPanel uploads={uploads} tasks={tasks} /> : null
}

/** X1: one notice for all uploads, when the last of them has ended and any was added. */
function useSuccessNotice(tasks: readonly UploadTask[]): void {
  const { t } = useI18n()
  const notice = useNotice()
  const told = useRef(new Set<string>())
  const statuses = useUploadStatuses(tasks)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a status that changes is what it waits for
  useEffect(() => {
    if (tasks.some((task) => !isOver(task.state()))) return
    const added = tasks.filter((task) => task.state().status === 'success' && !told.current.has(task.id))
    for (const { id } of added) told.current.add(id)
    if (added.length > 0) notice('success', t('add.uploaded'))
  }, [tasks, statuses, notice, t])
}
